import { json } from './json.ts'
import { markdown } from './markdown.ts'
import type { PackFormat, PackFormatName } from './pack-format.ts'
import { plain } from './plain.ts'
import { xml } from './xml.ts'

const formats: { readonly [name in PackFormatName]: PackFormat } = { markdown, xml, json, plain }

/** The format of a name. */
export function packFormat(name: PackFormatName): PackFormat {
  return formats[name]
}
