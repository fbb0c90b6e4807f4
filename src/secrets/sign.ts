/**
 * What every secret of a kind contains, without a look at its neighbours: a form within one run of token characters, or a form
 * anywhere in the text. Either is looked for in the text as it is, where a line end may be written as `\n`.
 */
export type Sign = { readonly run: RegExp } | { readonly text: RegExp }

/** No run shorter than this is looked at: the shortest secret that is known by a run has this many characters. */
const shortestRun = 20

/** The signs of all `signs`, as one question that is asked in far less time than it takes to look for the secrets themselves. */
export function anyOf(signs: readonly Sign[]): (text: string) => boolean {
  const runs = signs.flatMap((sign) => ('run' in sign ? [sign.run.source] : []))
  const inRun = new RegExp(runs.join('|'))
  const inText = [...new Set(signs.flatMap((sign) => ('text' in sign ? [sign.text] : [])))]
  return (text) => inText.some((form) => form.test(text)) || someRun(text, (run) => inRun.test(run))
}

/**
 * Whether a run of at least `shortestRun` token characters passes. One character in twenty is looked at, and only what stands
 * around a token character is read on.
 */
function someRun(text: string, passes: (run: string) => boolean): boolean {
  const { length } = text
  let at = shortestRun - 1
  while (at < length) {
    let end = at
    while (end < length && tokenUnits[text.charCodeAt(end)] === 1) end++
    if (end > at) {
      let start = at
      while (start > 0 && tokenUnits[text.charCodeAt(start - 1)] === 1) start--
      if (end - start >= shortestRun && passes(text.slice(start, end))) return true
    }
    at = end + shortestRun
  }
  return false
}

/** By UTF-16 unit, 1 for letters and digits of ASCII and for `_ - . / + =`. */
const tokenUnits = new Uint8Array(0x10000)
for (const token of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-./+=')
  tokenUnits[token.charCodeAt(0)] = 1
