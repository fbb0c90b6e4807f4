/**
 * A line as words: apart at white space, but for what stands in single or double quotes; a backslash in front of a quote,
 * a blank or a backslash takes it as it is.
 */
export function wordsOf(line: string): string[] {
  const words: string[] = []
  let word: string | undefined
  let quote = ''
  for (let at = 0; at < line.length; at++) {
    const character = line[at] ?? ''
    if (character === '\\' && /["'\s\\]/.test(line[at + 1] ?? '')) word = (word ?? '') + line[++at]
    else if (quote !== '') {
      if (character === quote) quote = ''
      else word = (word ?? '') + character
    } else if (/["']/.test(character) && (word === undefined || character === '"')) {
      quote = character
      word ??= ''
    } else if (/\s/.test(character)) {
      if (word !== undefined) words.push(word)
      word = undefined
    } else word = (word ?? '') + character
  }
  return word === undefined ? words : [...words, word]
}
