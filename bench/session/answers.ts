import { type Random, random } from '../conversation/random.ts'
import { prose } from '../conversation/text.ts'

/** What a person asks, and what the model answers. */
export function spoken(seed: number): { readonly question: () => string; readonly answer: () => string } {
  const numbers: Random = random(seed)
  return { question: () => prose(numbers, 40), answer: () => prose(numbers, 110) }
}
