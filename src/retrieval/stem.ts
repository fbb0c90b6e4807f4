/**
 * A lower-case English word without the endings of plural, past and progress, and without a last e, so that `types`,
 * `typed`, `typing` and `type` are the same. Light: what it leaves need not be a word. Other words come back as they are.
 */
export function stem(word: string): string {
  if (word.length < 4 || !plain.test(word)) return word
  const single = withoutPlural(word)
  const bare = withoutVerbEnding(single)
  return bare.length > 3 && bare.endsWith('e') ? bare.slice(0, -1) : bare
}

const plain = /^[a-z]+$/
const vowel = /[aeiouy]/

function withoutPlural(word: string): string {
  if (!word.endsWith('s') || /(?:ss|us|is|ias)$/.test(word)) return word
  if (word.endsWith('ies')) return word.length > 4 ? `${word.slice(0, -3)}y` : word.slice(0, -1)
  return /(?:ss|x|z|ch|sh)es$/.test(word) ? word.slice(0, -2) : word.slice(0, -1)
}

function withoutVerbEnding(word: string): string {
  if (word.endsWith('ied') && word.length > 4) return `${word.slice(0, -3)}y`
  const ending = word.endsWith('ing') ? 3 : word.endsWith('ed') && !word.endsWith('eed') ? 2 : 0
  const bare = word.slice(0, word.length - ending)
  if (ending === 0 || bare.length < 3 || !vowel.test(bare)) return word
  return bare.length > 3 && /([bdfgmnprt])\1$/.test(bare) ? bare.slice(0, -1) : bare
}
