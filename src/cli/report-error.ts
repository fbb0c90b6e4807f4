import { HeddleError } from '../core/errors.ts'
import type { Io } from './io.ts'
import { safeJson, sanitizeLine } from './print/sanitize.ts'

/** How errors are shown. */
export interface ReportOptions {
  readonly json: boolean
  /** Colours the word that opens the line. */
  readonly mark: (text: string) => string
}

/**
 * Tells a person, or with `json` a program, what went wrong: one line on standard error. The stack, with that of its causes,
 * follows where HEDDLE_DEBUG is set; in JSON it is the field `stack`.
 */
export function reportError(error: unknown, io: Io, { json, mark }: ReportOptions): void {
  const debug = (io.env.HEDDLE_DEBUG ?? '') !== ''
  const code = error instanceof HeddleError ? error.code : 'internal'
  const message = messageOf(error)
  if (json) {
    const stack = debug ? { stack: stackOf(error) } : {}
    io.stderr.write(`${safeJson({ error: { code, message, ...dataOf(error), ...stack } }, 0)}\n`)
    return
  }
  io.stderr.write(`${mark('error:')} ${sanitizeLine(message)}\n`)
  if (debug) io.stderr.write(`${stackOf(error)}\n`)
}

function messageOf(error: unknown): string {
  if (error instanceof HeddleError) return error.message
  const message = error instanceof Error ? error.message : String(error)
  return `${message} (an unexpected error; set HEDDLE_DEBUG=1 to see where it comes from)`
}

/** The datum that an error carries: its own fields. */
function dataOf(error: unknown): { readonly [field: string]: unknown } {
  if (!(error instanceof HeddleError)) return {}
  return Object.fromEntries(
    Object.entries(error).filter(([field]) => !['name', 'code', 'message', 'stack', 'cause'].includes(field)),
  )
}

function stackOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const cause = error.cause === undefined ? '' : `\ncaused by: ${stackOf(error.cause)}`
  return `${error.stack ?? error.message}${cause}`
}
