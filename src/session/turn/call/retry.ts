import { isPassing, type ModelFailure } from '../../../models/model-failure.ts'

/** How often a call is tried at the most. */
const mostAttempts = 5

/** The first wait, which doubles each time, and the longest one that a person is made to sit through, in milliseconds. */
const firstWait = 1000
export const longestWait = 60_000

/**
 * How long to wait before the next try, in milliseconds; null where there is none: the failure will not pass, a part of the
 * answer has come already, it was tried often enough, or the provider asks for too long a wait.
 */
export function waitBefore(failure: ModelFailure, attempt: number, hasBegun: boolean): number | null {
  if (!isPassing(failure) || attempt >= mostAttempts) return null
  if (hasBegun && (failure.kind === 'cut-off' || failure.kind === 'timeout')) return null
  const wait = failure.retryAfter ?? Math.min(firstWait * 2 ** (attempt - 1), longestWait)
  return wait > longestWait ? null : wait
}
