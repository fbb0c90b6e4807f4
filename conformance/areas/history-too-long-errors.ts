import { readTooLong } from '../../src/index.ts'
import type { Area } from '../area.ts'

/** Which errors of providers mean that a request was too long, and their figures. */
export const historyTooLongErrors: Area = (given) => {
  const tooLong = readTooLong(given.error)
  return { recognised: tooLong !== null, figures: tooLong?.figures ?? null }
}
