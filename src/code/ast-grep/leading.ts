import { type Kept, lineEnds, trimmedStart } from './kept.ts'
import type { SyntaxNode } from './syntax-node.ts'

/** Comments and attributes in a row: where they begin, and where the last one ends. */
export interface Leading {
  readonly start: number
  /** Counted from 1. */
  readonly line: number
  readonly end: number
  readonly attribute: boolean
}

/**
 * What leads to the next declaration when a comment or an attribute follows. A comment behind what is kept, on its last line, is
 * kept too and leads to nothing.
 */
export function leadingWith(
  text: string,
  kept: Kept,
  leading: Leading | undefined,
  node: SyntaxNode,
  attribute: boolean,
): Leading | undefined {
  const { start, end } = node.range()
  if (!attribute && kept.spans.length > 0 && isBehind(text, kept.end(), start.index)) {
    kept.add(start.index, end.index)
    return undefined
  }
  const first = leading && isRightAbove(text, leading, start.index) ? leading : undefined
  return { start: first?.start ?? start.index, line: first?.line ?? start.line + 1, end: end.index, attribute }
}

/** Whether nothing stands between what leads and an offset, no empty line either, unless an attribute leads. */
export function isRightAbove(text: string, leading: Leading, start: number): boolean {
  if (leading.attribute) return true
  const ends = text[leading.end - 1] === '\n' ? 1 : 0
  return ends + lineEnds(text, leading.end, start) < 2
}

/** Where a node begins without the decorators that are its first children. */
export function afterAttributes(
  text: string,
  node: SyntaxNode,
  start: number,
  attributes: ReadonlySet<string>,
): number {
  if (attributes.size === 0 || !'@[#'.includes(text[start] ?? ' ')) return start
  let at = start
  const first = node.child(0)
  const children = first?.kind() === 'modifiers' ? first : node
  for (const held of children.namedChildren()) {
    if (!attributes.has(held.kind())) break
    at = trimmedStart(text, held.range().end.index)
  }
  return at
}

function isBehind(text: string, end: number, start: number): boolean {
  return start - end < 200 && /^[^\S\n]*[;,]?[^\S\n]*$/.test(text.slice(end, start))
}
