/** Digits in groups of three, with one sign between them; a full stop counts only where there are several. */
const groups =
  /(?<![\d.,])\d{1,3}(?:(?:,\d{3})+|(?:_\d{3})+|(?:['’]\d{3})+|(?:[\u00a0\u202f]\d{3})+|(?:\.\d{3}){2,})(?![\d.,]?\d)/g

/** Too many digits to count anything. */
const endless = /\d{13,}/g

/**
 * A text as it is compared: in lower case, without quotes, addresses and signs between digits, with one blank between
 * words, also between those written together or with underscores: `context_length_exceeded`, `ContextLengthExceeded`.
 */
export function plainWords(text: string): string {
  return text
    .replace(/https?:\/\/\S+/gi, ' ')
    .replace(groups, (number) => number.replace(/\D/g, ''))
    .replace(endless, '…')
    .replace(/\\[nrt]/g, ' ')
    .replace(/["'`’‘“”\\*]/g, '')
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .replace(/[_\s]+/g, ' ')
    .toLowerCase()
}
