import { type Evidence, readEvidence } from './too-long/evidence.ts'
import { figuresIn, type TooLongFigures } from './too-long/figures.ts'
import { plainWords } from './too-long/plain-words.ts'
import { saysNotAllowed, saysRateLimit, saysTooLong } from './too-long/wording.ts'

/** A provider's word that a request was too long for the model; `figures` where the error states both. */
export interface TooLong {
  readonly figures: TooLongFigures | null
}

const notAllowed: readonly number[] = [401, 402, 403, 407]
const tooManyRequests = 429
const contentTooLarge = 413

/**
 * Whether what a client threw says that the request was too long for the model; null where it does not. Takes errors of
 * any shape: fields at any depth, causes, several attempts, JSON inside texts. Clear wording counts under any status but
 * those of refused access and rate limits; the status 413 counts whatever the words, unless they are those of a rate
 * limit. Never throws, and of what is very large reads a part.
 */
export function readTooLong(error: unknown): TooLong | null {
  for (const evidence of readEvidence(error)) {
    const tooLong = judge(evidence)
    if (tooLong) return tooLong
  }
  return null
}

function judge({ statuses, texts, figures }: Evidence): TooLong | null {
  const words = texts.map(plainWords)
  if (statuses.includes(tooManyRequests) || words.some(saysRateLimit)) return null
  if (statuses.some((status) => notAllowed.includes(status))) return null
  const clear = words.some(saysTooLong) && !words.some(saysNotAllowed)
  if (!clear && !statuses.includes(contentTooLarge)) return null
  return { figures: figures[0] ?? words.map(figuresIn).find((each) => each !== null) ?? null }
}
