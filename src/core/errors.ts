/**
 * An error with a code that stays the same for ever, for programs, and a message that says what is wrong, where, and
 * what to do, for people. Subclasses carry the datum.
 */
export class HeddleError extends Error {
  readonly code: string
  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'HeddleError'
    this.code = code
  }
}
