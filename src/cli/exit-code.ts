import { CommanderError } from 'commander'
import { HeddleError } from '../core/errors.ts'

/** What the process ends with. */
export const exitCodes = { ok: 0, failure: 1, usage: 2, overBudget: 3, replayMismatch: 4, interrupted: 130 } as const

/** A command that was called in a way it does not take. Exit code 2. */
export class UsageError extends HeddleError {
  constructor(message: string, code = 'usage') {
    super(code, message)
  }
}

/** Ctrl-C. `code` is `interrupted`; exit code 130. */
export class Interrupted extends HeddleError {
  constructor() {
    super('interrupted', 'Interrupted. What was finished before is kept.')
  }
}

/** Whoever read the output went away, as `head` does: nothing more is worth saying. Exit code 0. */
export class ReaderGone extends HeddleError {
  constructor() {
    super('reader-gone', 'Nobody reads the output any more.')
  }
}

/** Codes of errors that say that a plan does not fit. */
const overBudget: readonly string[] = ['system-over-limit', 'newest-over-limit', 'over-limit', 'over-budget']

/** Codes of errors in what was typed. */
const usageCodes: readonly string[] = ['unknown-measure', 'bundle-name', 'bundle-name-taken']

/** The exit code for an error. */
export function exitCodeOf(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.ok : exitCodes.usage
  if (!(error instanceof HeddleError)) return exitCodes.failure
  if (error instanceof UsageError || usageCodes.includes(error.code)) return exitCodes.usage
  if (error instanceof Interrupted) return exitCodes.interrupted
  if (overBudget.includes(error.code)) return exitCodes.overBudget
  return error.code === 'replay-mismatch' ? exitCodes.replayMismatch : exitCodes.failure
}
