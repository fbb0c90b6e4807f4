const pattern = /^[\w.:@/+=|*-]{1,200}$/

/**
 * An id or a name as it is where it looks like one, else `_OTHER`: models and providers give some of them, and what they put
 * there may be anything.
 */
export function identifier(text: string): string {
  return pattern.test(text) ? text : '_OTHER'
}

/** As `identifier`; null stays. */
export function identifierOrNull(text: string | null): string | null {
  return text === null ? null : identifier(text)
}
