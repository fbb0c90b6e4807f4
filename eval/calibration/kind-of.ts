/** What kind of text it is, for tokenizers. */
export type Kind = 'prose' | 'code' | 'cjk'

/** The kinds, in the order of the table. */
export const kinds: readonly Kind[] = ['prose', 'code', 'cjk']

const eastAsian = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu
const sign = /[\p{P}\p{S}\p{N}]/gu
const visible = /\S/gu

/** From such shares of what is visible on, a text is of the kind. */
const eastAsianShare = 0.2
const signShare = 0.1

/** The kind of a text by its characters: scripts of East Asia, many signs and digits, or neither. */
export function kindOf(text: string): Kind {
  const all = Math.max(1, countOf(text, visible))
  if (countOf(text, eastAsian) / all >= eastAsianShare) return 'cjk'
  return countOf(text, sign) / all >= signShare ? 'code' : 'prose'
}

function countOf(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0
}
