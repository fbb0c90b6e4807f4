import type { Span, SymbolKind } from '../symbol.ts'
import type { Declaration } from './grammar.ts'
import { lineEnds, trimmedEnd } from './kept.ts'
import type { SyntaxNode, SyntaxRange } from './syntax-node.ts'

/** A value of more lines or UTF-16 units than this is taken away, and a body of more units. */
const longValue = { lines: 3, units: 240 }
const longBody = 4
/** A signature of more units is cut: a program wrote it. */
const longestSignature = 4000

/** A node where it was found. */
export interface Placed {
  readonly node: SyntaxNode
  readonly kind: string
  readonly range: SyntaxRange
}

/** What is left of a declaration, and what is taken away. */
export interface Shape {
  readonly kind: SymbolKind
  /** Where the signature ends: before the body, or before a value that is long. */
  readonly signatureEnd: number
  /** The body or value that is taken away. */
  readonly cut: { readonly node: SyntaxNode; readonly span: Span } | undefined
  readonly members: boolean
}

export function shapeOf(
  text: string,
  { node, range }: Placed,
  declaration: Declaration,
  declarations: ReadonlyMap<string, Declaration>,
): Shape {
  const value = declaration.value?.(node) ?? undefined
  const declared = value && declarations.get(value.kind())
  const { kind: told, members = false, whole = false, body } = declared ?? declaration
  const holder = declared ? value : node
  const kind = typeof told === 'function' ? told(holder) : told
  const bodyNode = body?.(holder) ?? undefined
  const cutNode = bodyNode ?? (declared ? undefined : value)
  const all = { kind, signatureEnd: range.end.index, cut: undefined, members: false }
  if (!cutNode) return all
  const { start, end } = cutNode.range()
  const span = [start.index, end.index] as const
  const isLong = bodyNode ? span[1] - span[0] > longBody : isLongValue(text, span)
  const longest = range.start.index + longestSignature
  const signatureEnd = bodyNode || isLong ? Math.min(trimmedEnd(text, 0, span[0]), longest) : all.signatureEnd
  return { kind, signatureEnd, cut: isLong && !whole ? { node: cutNode, span } : undefined, members }
}

function isLongValue(text: string, [start, end]: Span): boolean {
  return end - start > longValue.units || lineEnds(text, start, end) >= longValue.lines
}
