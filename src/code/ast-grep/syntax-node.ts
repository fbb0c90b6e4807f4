interface Position {
  readonly line: number
  readonly column: number
  readonly index: number
}

/** The end is not in it. */
export interface SyntaxRange {
  readonly start: Position
  readonly end: Position
}

/** The part of a parser's node that is read. Lines are counted from 0, an index is a UTF-16 offset. */
export interface SyntaxNode {
  kind(): string
  text(): string
  range(): SyntaxRange
  field(name: string): SyntaxNode | null
  child(nth: number): SyntaxNode | null
  namedChildren(): SyntaxNode[]
  parent(): SyntaxNode | null
}
