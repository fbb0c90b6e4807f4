import { calibrated, estimate } from '../../src/index.ts'
import type { Area } from '../area.ts'

/** The conservative measure, alone and calibrated. */
export const tokensEstimate: Area = (given) => {
  const texts = (given.texts ?? [given.text]) as string[]
  const measure = given.factor === undefined ? estimate : calibrated(given.factor as number)
  return { estimate: texts.reduce((sum, text) => sum + measure.count(text), 0) }
}
