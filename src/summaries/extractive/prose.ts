/** A sentence longer than this is cut behind a word. */
const longest = 300

const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u
const plainWord = /^["'“‘(*_]*\p{L}[\p{L}\p{M}'’-]*[.,;:!?…"'”’)*_]*$/u

/** Whether something reads as a sentence: three words or more, most of them plain, and not the head of a list. */
export function isProse(sentence: string): boolean {
  if (/:["'”’)\]*_]*$/.test(sentence)) return false
  if (unspaced.test(sentence)) return true
  const words = sentence.slice(0, 4 * longest).split(' ')
  return words.length >= 3 && words.filter((word) => plainWord.test(word)).length * 2 >= words.length
}

/** A sentence of at most 300 characters and a mark that it goes on; cut behind a word, or behind a whole character. */
export function shortened(sentence: string, most: number = longest): string {
  if (sentence.length <= most) return sentence
  const head = sentence.slice(0, 2 * most + 2)
  const points = [...head]
  if (points.length <= most) return sentence
  let kept = points.slice(0, most + 1).lastIndexOf(' ')
  if (kept < most / 2) kept = most
  while (kept > 1 && /^(?:\p{M}|\u200d|\p{Emoji_Modifier})/u.test(points[kept] ?? '')) kept--
  if (points[kept - 1] === '\u200d') kept--
  return `${points.slice(0, kept).join('').trimEnd()} …`
}
