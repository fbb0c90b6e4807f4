import type { Sizes } from '../sizes.ts'
import { everything } from './everything.ts'
import { halves } from './halves.ts'
import { heddle } from './heddle.ts'
import type { Policy } from './policy.ts'
import { slide } from './slide.ts'
import { stepped } from './stepped.ts'

/** The policies that others are compared with. */
export const baselines: readonly string[] = ['everything', 'slide', 'stepped', 'halves']

/** All policies by name, in the order of the table. */
export function policiesWith(sizes: Sizes): ReadonlyMap<string, Policy> {
  return new Map([
    ['everything', everything],
    ['slide', slide(sizes)],
    ['stepped', stepped(sizes)],
    ['halves', halves(sizes)],
    ['heddle', heddle()],
  ])
}
