import type { SymbolKind } from '../symbol.ts'
import type { SyntaxNode } from './syntax-node.ts'

/** A node that belongs to another, where it has one. */
export type Part = (node: SyntaxNode) => SyntaxNode | null

/** A kind of node that declares something. */
export interface Declaration {
  readonly kind: SymbolKind | ((node: SyntaxNode) => SymbolKind)
  /** Whether it is no symbol itself, but adds members to the one of its name. */
  readonly extension?: (node: SyntaxNode) => boolean
  /** Undefined where nothing is declared after all. */
  readonly name: (node: SyntaxNode) => string | undefined
  /** What the name stands in besides the nodes around it: the receiver of a method. */
  readonly owner?: (node: SyntaxNode) => string | undefined
  /** What is taken away. Without one the node is kept whole. */
  readonly body?: Part
  /** Whether the body declares members that are symbols too. */
  readonly members?: boolean
  /** Whether it is kept with its body. */
  readonly whole?: boolean
  /** What is taken away when it is long. Where its kind is that of a declaration, the name is of that kind. */
  readonly value?: Part
}

/** Whether other files may use a name, told from its signature and from the kind of type it stands in, if any. */
export type Exported = (signature: string, name: string, holder: SymbolKind | undefined) => boolean

/** All that the walk has to know of a language. Every key is the name of a kind of node. */
export interface Grammar {
  readonly declarations: ReadonlyMap<string, Declaration>
  /** Nodes around declarations that are part of them: `export`, decorated definitions, lists of constants. */
  readonly wrappers: ReadonlySet<string>
  /** What a node of a kind begins with if it may declare something: sticky. It saves looking into most statements. */
  readonly beginnings: ReadonlyMap<string, RegExp>
  /** Nodes that stand for the children of a part of theirs: conditions around definitions. */
  readonly transparent: ReadonlyMap<string, Part>
  readonly comments: ReadonlySet<string>
  /** Decorators and attributes: like comments, but also without an end of line. */
  readonly attributes: ReadonlySet<string>
  /** What is kept whole and declares nothing, with what its text imports, if anything. Undefined where it is not kept. */
  readonly imports: ReadonlyMap<string, (text: string) => readonly string[] | undefined>
  /** What stands in a body and is kept because it explains what the body belongs to. */
  readonly docstring?: Part
  /** Reads what a whole file says about its exports. */
  readonly exports: (text: string) => Exported
}

export function field(name: string): Part {
  return (node) => node.field(name)
}

/** The first child of one of these kinds. */
export function child(...kinds: readonly string[]): Part {
  return (node) => node.namedChildren().find((held) => kinds.includes(held.kind())) ?? null
}

export const itself: Part = (node) => node

export function textOf(part: Part): (node: SyntaxNode) => string | undefined {
  return (node) => part(node)?.text()
}

export const named: (node: SyntaxNode) => string | undefined = textOf(field('name'))
export const body: Part = field('body')

/** For `imports`: kept, and imports nothing. */
export const kept = (): readonly string[] => []

/** The kind that belongs to the first keyword that a declaration holds. */
export function byKeyword(kinds: { readonly [keyword: string]: SymbolKind }): (node: SyntaxNode) => SymbolKind {
  const known = table(kinds)
  return (node) => {
    for (let nth = 0; nth < 8; nth += 1) {
      const kind = known.get(node.child(nth)?.kind() ?? '')
      if (kind) return kind
    }
    return 'class'
  }
}

/** What stands before the name, its parameters and its value in most languages: modifiers and keywords, and the name. */
export function modifiers(signature: string): string {
  return /^[^({=:]*/.exec(signature)?.[0] ?? ''
}

/** For `exports`: what has none of these modifiers. */
export function unless(words: RegExp): () => Exported {
  return () => (signature) => !words.test(modifiers(signature))
}

/** A type's name without its parameters. */
export function withoutParameters(type: string): string {
  const [name = ''] = type.split('<', 1)
  return name.trim()
}

/** A map whose keys are looked up as they are, whatever objects inherit. */
export function table<Value>(entries: { readonly [kind: string]: Value }): ReadonlyMap<string, Value> {
  return new Map(Object.entries(entries))
}

/** The first groups of all matches of a global expression. */
export function allOf(expression: RegExp): (text: string) => string[] {
  return (text) => Array.from(text.matchAll(expression), (match) => match[1] ?? '').filter((found) => found !== '')
}
