/** How a tokenizer counts: a text that holds no special token, and one that may hold them, as text like any other. */
export interface Counts {
  readonly plain: (text: string) => number
  readonly special: (text: string) => number
}
