import { isScalar, isSeq, parseDocument, visit } from 'yaml'

/** A note's front matter, read. */
export interface FrontMatter {
  /** The texts among its values, those in lists and maps included, in order. */
  readonly values: readonly string[]
  /** `aliases`, or `alias`: a list, or one text with commas between. */
  readonly aliases: readonly string[]
}

/** Longer front matter is not read. In UTF-16 units. */
const longest = 16_384
const nothing: FrontMatter = { values: [], aliases: [] }

/** Takes the front matter off a text: what stands between a first line `---` and the next such line. */
export function splitFrontMatter(text: string): { readonly yaml: string; readonly body: string } {
  const opening = /^\uFEFF?---[ \t]*\r?\n/.exec(text)?.[0]
  if (opening === undefined) return { yaml: '', body: text }
  const ending = /^---[ \t]*\r?$/gm
  ending.lastIndex = opening.length
  const end = ending.exec(text)
  if (!end) return { yaml: '', body: text }
  return { yaml: text.slice(opening.length, end.index), body: text.slice(end.index + end[0].length) }
}

/**
 * Reads front matter as far as it can be read, which may be not at all. Values that YAML makes something else of are no texts:
 * `[[note]]` without quotes is a list in a list.
 */
export function readFrontMatter(yaml: string): FrontMatter {
  if (yaml.length > longest || !/\[\[|\]\(|^alias(?:es)?\s*:/m.test(yaml)) return nothing
  try {
    const document = parseDocument(yaml, { uniqueKeys: false, prettyErrors: false, logLevel: 'silent' })
    const values: string[] = []
    visit(document, {
      Scalar(key, { value }) {
        if (key !== 'key' && typeof value === 'string') values.push(value)
      },
    })
    return { values, aliases: [...aliasesOf(document.get('aliases', true)), ...aliasesOf(document.get('alias', true))] }
  } catch {
    return nothing
  }
}

function aliasesOf(node: unknown): string[] {
  const items = isSeq(node) ? node.items : [node]
  const texts = items.flatMap((item) => (isScalar(item) && item.value !== null ? [String(item.value)] : []))
  const names = isSeq(node) ? texts : texts.flatMap((text) => text.split(','))
  return names.map((name) => name.trim()).filter(Boolean)
}
