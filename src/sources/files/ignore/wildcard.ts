/** Stands for any number of items, none included. */
export const anyNumber: unique symbol = Symbol('any number of items')

/**
 * Whether tokens match a row of items from its first to its last. Each token but `anyNumber` takes one item, if it `fits`. Takes
 * at most `tokens.length × length` steps, whatever the tokens: only the newest `anyNumber` is ever tried again.
 */
export function matchesWhole<Token>(
  tokens: readonly (Token | typeof anyNumber)[],
  length: number,
  fits: (token: Token, index: number) => boolean,
): boolean {
  let token = 0
  let index = 0
  let star = -1
  let tried = 0
  while (index < length) {
    const next = tokens[token]
    if (next === anyNumber) {
      star = token++
      tried = index
    } else if (next !== undefined && fits(next, index)) {
      token += 1
      index += 1
    } else if (star >= 0) {
      token = star + 1
      tried += 1
      index = tried
    } else return false
  }
  while (tokens[token] === anyNumber) token += 1
  return token === tokens.length
}
