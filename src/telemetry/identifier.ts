const pattern = /^[\w.:@/+=|*-]{1,200}$/
const learned = /^script\*[\d.]{1,7}(?:,[\d.]{1,7}){0,99}$/

/**
 * An id or a name as it is where it looks like one, else `_OTHER`: models and providers give some of them, and what they put
 * there may be anything.
 */
export function identifier(text: string): string {
  return pattern.test(text) ? text : '_OTHER'
}

/** The id of a measure, as `identifier`; one that was learned has its weights in its id. */
export function measureIdentifier(text: string): string {
  return learned.test(text) ? text : identifier(text)
}

/** As `identifier`; null stays. */
export function identifierOrNull(text: string | null): string | null {
  return text === null ? null : identifier(text)
}
