import { readdir, stat } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { HeddleError } from '../core/errors.ts'
import { detect, formats } from '../formats/detect.ts'
import type { Entry, Format } from '../formats/format.ts'
import { openText } from '../formats/open-text.ts'

/** The names of the formats that can be imported, with what each is. */
export const formatNames: readonly { readonly name: string; readonly about: string }[] = formats.map(
  ({ name, about }) => ({ name, about }),
)

/** A file whose content looks like none of the formats. */
class UnknownFormat extends HeddleError {
  readonly path: string
  constructor(path: string) {
    const known = formats.map(({ name }) => name).join(', ')
    super(
      'unknown-format',
      `${path} looks like none of the formats ${known}. Name one with --format if it is one of them.`,
    )
    this.path = path
  }
}

/** A file that is ready to be imported. */
export interface ImportSource {
  readonly format: string
  /** In bytes. */
  readonly size: number
  entries(): AsyncIterable<Entry>
}

/** How a file is opened for import. */
export interface ImportSourceOptions {
  /** The workspace's folder: files are recognised again by their path from there. */
  readonly root: string
  /** The format's name; found by content without it. */
  readonly format?: string | undefined
  readonly onRead?: (bytes: number) => void
}

/** Opens a file and finds its format. Throws FileError, UnknownFormat. */
export async function openImport(path: string, { root, format, onRead }: ImportSourceOptions): Promise<ImportSource> {
  const source = await openText(path, onRead === undefined ? {} : { onRead })
  const found: Format | undefined =
    format === undefined ? detect(source.sample) : formats.find(({ name }) => name === format)
  if (!found) throw new UnknownFormat(path)
  const name = relative(root, path).split(sep).join('/')
  return { format: found.name, size: source.size, entries: () => found.read({ ...source, name }) }
}

/** The files that a path stands for: itself, or everything below it that may be a conversation, by name. */
export async function importFiles(path: string): Promise<readonly string[]> {
  const isFolder = (await stat(path).catch(() => undefined))?.isDirectory() ?? false
  if (!isFolder) return [path]
  const entries = await readdir(path, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile() && /[.](?:jsonl?|traj)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
}
