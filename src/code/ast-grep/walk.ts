import type { CodeSymbol, Outline, Span, SymbolKind } from '../symbol.ts'
import type { Declaration, Exported, Grammar } from './grammar.ts'
import { type Kept, keptRanges, trimmedEnd, trimmedStart } from './kept.ts'
import { afterAttributes, isRightAbove, type Leading, leadingWith } from './leading.ts'
import { type Placed, type Shape, shapeOf } from './shape.ts'
import type { SyntaxNode } from './syntax-node.ts'

/** Deeper than this nothing is read: no person nests declarations like that. */
const deepest = 40
/** So many UTF-16 units of a signature tell what it declares. */
const longestHead = 1000
const longestName = 100
/** The kind of what could not be read. */
const unreadable = 'ERROR'

/** What a body begins with that has a docstring. */
const quotes = /^[a-z]?["']/i

/** A file while it is read. */
interface Reader {
  readonly text: string
  readonly grammar: Grammar
  readonly isExported: Exported
  readonly kept: Kept
  readonly symbols: CodeSymbol[]
  readonly imports: Set<string>
  damaged: boolean
}

/** Where nodes stand. */
interface Scope {
  readonly within: readonly string[]
  readonly exported: boolean
  /** The kind of type they stand in, if any. */
  readonly holder: SymbolKind | undefined
  readonly depth: number
}

/** Where a declaration begins: the offset and the line of its comments, and the offset of its signature. */
interface Start {
  readonly lead: number
  readonly line: number
  readonly at: number
  /** The offset of its modifiers: before the first name, where there are several in a row. */
  readonly modifiers: number
}

/**
 * What a file declares, from its syntax tree. Only nodes that can declare something are looked at, and no body is: the calls into
 * the parser are as many as the declarations, not as the nodes.
 */
export function outlineOf(root: SyntaxNode, text: string, language: string, grammar: Grammar): Outline {
  const kept = keptRanges(text)
  const imports = new Set<string>()
  const reader: Reader = {
    text,
    grammar,
    isExported: grammar.exports(text),
    kept,
    symbols: [],
    imports,
    damaged: root.kind() === unreadable,
  }
  keepDocstring(reader, root)
  walk(reader, root.namedChildren(), { within: [], exported: true, holder: undefined, depth: 0 })
  const { symbols, damaged } = reader
  return { language, symbols, imports: [...imports], kept: kept.spans, damaged }
}

/** Whether one of the nodes declared something. What is declared first begins at `first`, where it is given. */
function walk(reader: Reader, nodes: readonly SyntaxNode[], scope: Scope, first?: Start): boolean {
  const { grammar, text, kept } = reader
  let leading: Leading | undefined
  let found = false
  for (const node of nodes) {
    const kind = node.kind()
    const attribute = grammar.attributes.has(kind)
    if (attribute || grammar.comments.has(kind)) {
      leading = leadingWith(text, kept, leading, node, attribute)
      continue
    }
    const range = isOfInterest(grammar, kind) ? node.range() : undefined
    if (range && mayDeclare(reader, kind, range.start.index)) {
      const placed = { node, kind, range }
      const own = first && !found ? first : startOf(reader, placed, leading)
      const start = first ? { ...own, modifiers: first.modifiers } : own
      if (place(reader, placed, start, scope)) found = true
    }
    leading = undefined
  }
  return found
}

function startOf({ grammar, text }: Reader, { node, range }: Placed, leading: Leading | undefined): Start {
  const { index, line } = range.start
  const above = leading && isRightAbove(text, leading, index) ? leading : { start: index, line: line + 1 }
  const at = afterAttributes(text, node, index, grammar.attributes)
  return { lead: above.start, line: above.line, at, modifiers: at }
}

function isOfInterest({ declarations, wrappers, transparent, imports }: Grammar, kind: string): boolean {
  return (
    declarations.has(kind) || wrappers.has(kind) || imports.has(kind) || transparent.has(kind) || kind === unreadable
  )
}

function mayDeclare({ grammar, text }: Reader, kind: string, at: number): boolean {
  const beginning = grammar.beginnings.get(kind)
  if (!beginning) return true
  beginning.lastIndex = at
  return beginning.test(text)
}

/** Whether a node declared or imported something. */
function place(reader: Reader, placed: Placed, start: Start, scope: Scope): boolean {
  const { grammar, kept, imports } = reader
  const { node, kind, range } = placed
  const importing = grammar.imports.get(kind)
  if (importing) {
    const specifiers = importing(reader.text.slice(range.start.index, range.end.index))
    for (const specifier of specifiers ?? []) imports.add(specifier)
    if (specifiers) kept.add(range.start.index, range.end.index)
    if (specifiers) return true
  }
  const declaration = grammar.declarations.get(kind)
  if (declaration && declare(reader, placed, declaration, start, scope)) return true
  if (scope.depth >= deepest) return false
  const inner = { ...scope, depth: scope.depth + 1 }
  if (grammar.wrappers.has(kind) && walk(reader, node.namedChildren(), inner, start)) {
    kept.close(range.end.index)
    return true
  }
  if (kind === unreadable) reader.damaged = true
  const stands = kind === unreadable ? node : grammar.transparent.get(kind)?.(node)
  if (stands) walk(reader, stands.namedChildren(), inner)
  return false
}

function declare(reader: Reader, placed: Placed, declaration: Declaration, start: Start, scope: Scope): boolean {
  const { text, grammar } = reader
  const { node, range } = placed
  const written = declaration.name(node)
  if (written === undefined) return false
  const name = shortened(written)
  const shape = shapeOf(text, placed, declaration, grammar.declarations)
  const signature = [start.at, trimmedEnd(text, start.at, shape.signatureEnd)] as const
  const head = text.slice(start.modifiers, Math.min(signature[1], start.modifiers + longestHead))
  const exported = scope.exported && reader.isExported(head, name, scope.holder)
  const owner = declaration.owner?.(node)
  const kind = kindIn(owner === undefined ? scope.holder : 'class', shape.kind)
  const within = owner === undefined ? scope.within : [...scope.within, owner]
  const { end } = range
  const extension = declaration.extension?.(node) ?? false
  if (!extension) {
    const lines = [start.line, Math.max(start.line, end.line + (end.column > 0 ? 1 : 0))] as const
    reader.symbols.push({ name, kind, within, lines, signature, exported })
  }
  keep(reader, shape, [start.lead, end.index], {
    within: [...within, name],
    exported: exported || extension,
    holder: kind === 'module' ? undefined : kind,
    depth: scope.depth + 1,
  })
  return true
}

/** Keeps what is left of a declaration between two offsets; `inside` is where its members stand. */
function keep(reader: Reader, { cut, signatureEnd, members }: Shape, [start, end]: Span, inside: Scope): void {
  const { text, kept } = reader
  if (!cut) {
    kept.add(start, end)
    return
  }
  const [from, to] = cut.span
  const braced = text[from] === '{' && text[to - 1] === '}'
  kept.add(start, members && braced ? from + 1 : signatureEnd)
  if (quotes.test(text.slice(from, from + 2))) keepDocstring(reader, cut.node)
  if (!members) return
  if (inside.depth < deepest) walk(reader, cut.node.namedChildren(), inside)
  kept.add(braced ? to - 1 : trimmedStart(text, to), end)
}

function keepDocstring({ grammar, kept }: Reader, node: SyntaxNode): void {
  const range = grammar.docstring?.(node)?.range()
  if (range) kept.add(range.start.index, range.end.index)
}

/** A name that is written in many words, like a pattern, on one line of bearable length. */
function shortened(name: string): string {
  if (name.length <= longestName && !name.includes('\n')) return name
  return name.replace(/\s+/g, ' ').slice(0, longestName).toWellFormed()
}

/** A function in a type is a method of it, a variable a field. */
function kindIn(holder: SymbolKind | undefined, kind: SymbolKind): SymbolKind {
  if (!holder) return kind
  if (kind === 'function') return 'method'
  return kind === 'variable' || kind === 'constant' ? 'field' : kind
}
