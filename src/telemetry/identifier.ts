const pattern = /^[\w.:@/+=|*-]{1,200}$/
/** A measure that was learned has its weights in its id. */
const learned = /^script\*[\d.]{1,12}(?:,[\d.]{1,12}){0,99}$/

/**
 * An id or a name as it is where it looks like one, else `_OTHER`: models and providers give some of them, and what they put
 * there may be anything.
 */
export function identifier(text: string): string {
  return pattern.test(text) || learned.test(text) ? text : '_OTHER'
}

/** As `identifier`; null stays. */
export function identifierOrNull(text: string | null): string | null {
  return text === null ? null : identifier(text)
}
