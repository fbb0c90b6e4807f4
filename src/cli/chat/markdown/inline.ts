import { Lexer, type Token } from 'marked'

/** How a piece of text looks. */
export type Look = 'bold' | 'italic' | 'strike' | 'code' | 'underline' | 'dim'

/** A piece of text in one look. `from` is where it begins in the source, if each of its characters is one there; else null. */
export interface Run {
  readonly text: string
  readonly looks: readonly Look[]
  readonly from: number | null
}

/** The inside of a line of Markdown. What stands behind `settled` in the source may still turn out otherwise when more follows. */
export interface Inline {
  readonly runs: readonly Run[]
  readonly settled: number
}

/**
 * Emphasis, code, links and the like in a line, as runs. `marks` keeps the marks of emphasis and code, for terminals without
 * colours. A link is its text and its address; what is no Markdown, tags included, stays as it was written.
 */
export function readInline(source: string, marks: boolean): Inline {
  const runs: Run[] = []
  let settled = source.length
  for (let start = 0; start < source.length; ) {
    const end = pieceEnd(source, start)
    const piece = readPiece(source.slice(start, end), marks)
    for (const run of piece.runs) addRun(runs, run.from === null ? run : { ...run, from: run.from + start })
    if (piece.settled < end - start) settled = Math.min(settled, start + piece.settled)
    start = end
  }
  return { runs, settled }
}

/** Puts a run behind the others, to the last one where it goes on with it. */
function addRun(runs: Run[], run: Run): void {
  const last = runs.at(-1)
  const goesOn =
    last !== undefined &&
    last.from !== null &&
    last.from + last.text.length === run.from &&
    last.looks.join() === run.looks.join()
  if (goesOn) runs[runs.length - 1] = { ...last, text: last.text + run.text }
  else runs.push(run)
}

/** Longer lines are read in pieces, because some texts take time by the square of their length. In UTF-16 units. */
const longestPiece = 1500

function pieceEnd(source: string, start: number): number {
  const most = start + longestPiece
  if (most >= source.length) return source.length
  const blank = source.lastIndexOf(' ', most - 1) + 1
  if (blank > start) return blank
  return /[\ud800-\udbff]/.test(source[most - 1] ?? '') ? most - 1 : most
}

function readPiece(source: string, marks: boolean): Inline {
  let settled = source.length
  const settle = (at: number): void => {
    settled = Math.min(settled, at)
  }
  const read = (tokens: readonly Token[], looks: readonly Look[], start: number, top: boolean): Run[] => {
    let at = start
    return tokens.flatMap((token) => {
      const from = at
      at += token.raw.length
      const inside = (look: Look, mark: string): Run[] => {
        const runs = read(childrenOf(token), [...looks, look], from, false)
        const edge: Run[] = marks ? [{ text: mark, looks, from: null }] : []
        return [...edge, ...runs, ...edge]
      }
      switch (token.type) {
        case 'strong':
          return inside('bold', '**')
        case 'em':
          return inside('italic', '*')
        case 'del':
          return inside('strike', '~~')
        case 'codespan': {
          const text = String(token.text)
          return [{ text: marks ? `\`${text}\`` : text, looks: [...looks, 'code'], from: null }]
        }
        case 'link':
        case 'image': {
          const runs = read(childrenOf(token), [...looks, 'underline'], from, false)
          const shown = runs.map(({ text }) => text).join('') || String(token.text)
          const { href } = token
          if (shown === href || `mailto:${shown}` === href)
            return [{ text: shown, looks: [...looks, 'underline'], from: null }]
          return [
            ...(runs.length > 0 ? runs : [{ text: shown, looks, from: null }]),
            { text: ` (${href})`, looks: [...looks, 'dim'], from: null },
          ]
        }
        case 'escape':
          return [{ text: String(token.text), looks, from: null }]
        case 'br':
          return [{ text: ' ', looks, from: null }]
        default: {
          const open = token.raw.search(unresolved)
          if (open >= 0) settle(top ? from + open : start)
          return withoutEntities(token.raw, looks, top ? from : null)
        }
      }
    })
  }
  const runs = read(Lexer.lexInline(source, { gfm: true }), [], 0, true)
  return { runs, settled }
}

/** What may open something that is closed further on. */
const unresolved = /[*~](?!\s)|(?<![\p{L}\p{N}_])_(?!\s)|[`[<\\]|&(?=[a-z0-9#]{0,5}$)/u

function childrenOf(token: Token): readonly Token[] {
  return 'tokens' in token && token.tokens ? token.tokens : []
}

const entities: { readonly [entity: string]: string } = {
  '&lt;': '<',
  '&gt;': '>',
  '&amp;': '&',
  '&quot;': '"',
  '&#39;': "'",
  '&nbsp;': '\u00a0',
}

function withoutEntities(text: string, looks: readonly Look[], from: number | null): Run[] {
  let at = 0
  return text.split(/(&(?:lt|gt|amp|quot|#39|nbsp);)/).flatMap((piece) => {
    const start = at
    at += piece.length
    if (piece === '') return []
    const entity = entities[piece]
    return entity === undefined
      ? [{ text: piece, looks, from: from === null ? null : from + start }]
      : [{ text: entity, looks, from: null }]
  })
}
