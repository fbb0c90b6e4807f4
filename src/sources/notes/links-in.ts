import { firstOfEach, type Link, type NoteLinks } from './link.ts'
import { parseNote } from './parse-links.ts'

/** What reads the links of a file, by its extension. */
const readers: ReadonlyMap<string, (text: string) => NoteLinks> = new Map([
  ['md', parseNote],
  ['markdown', parseNote],
  ['canvas', canvasLinks],
  ['base', baseLinks],
])

/** Whether a file of this name can have links. */
export function canLink(path: string): boolean {
  return readers.has(extensionOf(path))
}

/** The links of a file: a note, a canvas, or a base. Other files have none. */
export function linksIn(path: string, text: string): NoteLinks {
  return readers.get(extensionOf(path))?.(text) ?? { links: [], aliases: [] }
}

/** The files on an Obsidian canvas (JSON Canvas 1.0), and the links in its texts. What is not in this format has none. */
function canvasLinks(text: string): NoteLinks {
  return {
    links: firstOfEach(
      nodesOf(text).flatMap((node): readonly Link[] => {
        if (node.type === 'text' && typeof node.text === 'string') return parseNote(node.text).links
        if (node.type !== 'file' || typeof node.file !== 'string' || node.file === '') return []
        const heading = typeof node.subpath === 'string' ? node.subpath.replace(/^#/, '') : ''
        // Its paths start at the vault's root.
        const target = node.file.startsWith('/') ? node.file : `/${node.file}`
        return [{ target, embed: true, form: 'markdown', ...(heading !== '' && { heading }) }]
      }),
    ),
    aliases: [],
  }
}

function nodesOf(text: string): readonly { readonly [key: string]: unknown }[] {
  try {
    const canvas: unknown = JSON.parse(text)
    const nodes = canvas !== null && typeof canvas === 'object' && 'nodes' in canvas ? canvas.nodes : []
    return Array.isArray(nodes) ? nodes.filter((node) => node !== null && typeof node === 'object') : []
  } catch {
    return []
  }
}

/** The notes that an Obsidian base names in its filters and formulas, as in `categories.contains(link("Books"))`. */
function baseLinks(text: string): NoteLinks {
  const named = text.matchAll(/\blink\(\s*(?:"([^"\n]+)"|'([^'\n]+)')/g)
  const links = [...named].map(
    ([, double, single]): Link => ({ target: (double ?? single ?? '').trim(), embed: false, form: 'wiki' }),
  )
  return { links: firstOfEach(links.filter(({ target }) => target !== '')), aliases: [] }
}

function extensionOf(path: string): string {
  return /\.([^./]+)$/.exec(path)?.[1]?.toLowerCase() ?? ''
}
