import { HeddleError } from '../core/errors.ts'

/**
 * Why a call came to nothing.
 *
 * - `aborted`: a person stopped it.
 * - `connection`: no connection, or it broke before anything came.
 * - `timeout`: nothing came for too long.
 * - `cut-off`: the stream ended in the middle.
 * - `rate-limit`, `overloaded`, `server`: 429, 529 or 503, other 5xx.
 * - `too-long`: the request was too long for the model.
 * - `auth`: no key, a wrong one, or one that may not; `not-found`: no such model or address; `refused`: any other 4xx.
 * - `bad-answer`: what came cannot be read; `empty`: an answer with nothing in it.
 */
export type FailureKind =
  | 'aborted'
  | 'connection'
  | 'timeout'
  | 'cut-off'
  | 'rate-limit'
  | 'overloaded'
  | 'server'
  | 'too-long'
  | 'auth'
  | 'not-found'
  | 'refused'
  | 'bad-answer'
  | 'empty'

/** What is known of a failure beside its kind. */
export interface FailureFacts {
  /** The HTTP status, where there was one. */
  readonly status?: number
  /** How long the provider asks to wait, in milliseconds. */
  readonly retryAfter?: number
  /** Of a request that was too long: what it took with its answer, and what fits, in tokens, where the provider said so. */
  readonly figures?: { readonly size: number; readonly limit: number }
  /** What the client library threw. */
  readonly cause?: unknown
}

/** A call that failed. `code` is `model-` and the kind; the message says what to do, and holds no key. */
export class ModelFailure extends HeddleError {
  readonly kind: FailureKind
  readonly status: number | undefined
  readonly retryAfter: number | undefined
  readonly figures: { readonly size: number; readonly limit: number } | undefined
  constructor(kind: FailureKind, message: string, { status, retryAfter, figures, cause }: FailureFacts = {}) {
    super(`model-${kind}`, message, cause === undefined ? undefined : { cause })
    this.kind = kind
    this.status = status
    this.retryAfter = retryAfter
    this.figures = figures
  }
}

const passing: readonly FailureKind[] = ['connection', 'timeout', 'rate-limit', 'overloaded', 'server', 'cut-off']

/** Whether the same call may succeed a little later. */
export function isPassing({ kind }: ModelFailure): boolean {
  return passing.includes(kind)
}
