/** A search backwards through what was said before. */
export interface Search {
  readonly query: string
  /** The entry that is shown; -1 where none was found. */
  readonly found: number
  /** What stood in the editor before. */
  readonly text: string
}

/** A text being written. */
export interface EditorState {
  readonly text: string
  /** Where the cursor is, in UTF-16 units; always between two graphemes. */
  readonly cursor: number
  /** What was cut out last, to be put in again. */
  readonly cut: string
  /** What was said before, the oldest first. */
  readonly history: readonly string[]
  /** The entry of the history that is shown; its length where it is the new text. */
  readonly place: number
  /** The new text, while an entry of the history is shown. */
  readonly draft: string
  /** The column that moving up and down keeps to, in terminal columns. */
  readonly column: number | null
  readonly search: Search | null
}

/** An empty editor. */
export function emptyEditor(history: readonly string[]): EditorState {
  return { text: '', cursor: 0, cut: '', history, place: history.length, draft: '', column: null, search: null }
}

/** What a key does to the text. */
export type EditorAction =
  | { readonly kind: 'insert'; readonly text: string }
  | { readonly kind: 'move'; readonly to: Motion }
  | { readonly kind: 'delete'; readonly to: Motion }
  | { readonly kind: 'cut'; readonly to: Motion }
  | { readonly kind: 'put' }
  | { readonly kind: 'up' }
  | { readonly kind: 'down' }
  | { readonly kind: 'replace'; readonly from: number; readonly to: number; readonly text: string }
  | { readonly kind: 'reset'; readonly text: string }
  | { readonly kind: 'search' }
  | { readonly kind: 'search-end'; readonly keep: boolean }

/** A place, seen from the cursor. */
export type Motion = 'left' | 'right' | 'word-left' | 'word-right' | 'line-start' | 'line-end'
