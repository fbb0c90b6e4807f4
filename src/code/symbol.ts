/** What a symbol is, as far as languages agree. */
export type SymbolKind =
  | 'function'
  | 'method'
  | 'class'
  | 'interface'
  | 'type'
  | 'enum'
  | 'struct'
  | 'trait'
  | 'module'
  | 'variable'
  | 'constant'
  | 'field'
  | 'macro'

/** A range of UTF-16 offsets in a file's text; the end is not in it. */
export type Span = readonly [start: number, end: number]

/** Something a file declares. Lines are counted from 1, both ends included; `lines` has its comment and decorators with it. */
export interface CodeSymbol {
  readonly name: string
  readonly kind: SymbolKind
  /** The names of what it stands in, outermost first. */
  readonly within: readonly string[]
  readonly lines: readonly [from: number, to: number]
  /** The UTF-16 offsets of its signature: what is left of it without its comment, its decorators and its body. */
  readonly signature: Span
  /** Whether other files may use it, as far as its own file says. */
  readonly exported: boolean
}

/** What was found in a file's text. */
export interface Outline {
  readonly language: string
  /** In the order in which they begin: what stands in another comes after it. What is local to a body is not here. */
  readonly symbols: readonly CodeSymbol[]
  /** What the file imports, as it is written there. */
  readonly imports: readonly string[]
  /**
   * What `--compress` keeps, in order and apart: imports, types, signatures, fields and the comments above them. What lies between
   * is bodies, long values and statements.
   */
  readonly kept: readonly Span[]
  /** Whether something could not be read where declarations stand; what could be read is still here. */
  readonly damaged: boolean
}

/** Reads what files declare. */
export interface Outliner {
  /** Changes when the same text may give another outline. */
  readonly version: string
  /** Undefined where the language is unknown, its grammar is not there, or the text is too large or written by a machine. */
  outline(path: string, text: string): Promise<Outline | undefined>
  /** The package that has to be installed before files like this one have an outline. Undefined where none would help. */
  missing(path: string): string | undefined
}
