import { limitOf } from '../../../core/budget.ts'
import { type Candidate, fullSize } from '../../../core/candidate.ts'
import { shortenableSizes } from '../../../core/content/excerpt.ts'
import type { Measure } from '../../../core/content/measure.ts'
import type { PlanInput } from '../../../core/plan-input.ts'
import { isRequired } from '../../../core/policies/allot.ts'
import { startDraft, undecided } from '../../../core/policies/draft.ts'
import { exclude } from '../../../core/policies/exclude.ts'
import { newestUnits } from '../../../core/policies/path.ts'
import type { Contents } from '../../../stores/store.ts'

/** What can be shortened in the newest input and the last atom keeps this share of the limit. */
const leastShare = 1 / 8

/** Whether summaries, which always go, would leave no room for what must go as well: the newest input and the last atom. */
export async function crowdsOut(store: Contents, measure: Measure, input: PlanInput): Promise<boolean> {
  const limit = limitOf(input.budget)
  const draft = exclude.apply(startDraft(input, limit))
  if (draft.kind === 'refusal') return false
  const newest = newestUnits(draft).flatMap(({ members }) => members.map(({ candidate }) => candidate))
  const room = limit - sizeOf(undecided(draft, isRequired).map(({ candidate }) => candidate))
  if (sizeOf(newest) <= room) return false
  const contents = await store.contents(newest.map(({ forms }) => forms[0].content ?? ''))
  const soft = newest
    .flatMap(({ forms }) => shortenableSizes(contents.get(forms[0].content ?? '') ?? [], measure))
    .reduce((sum, size) => sum + size, 0)
  return sizeOf(newest) - soft + Math.min(soft, Math.floor(leastShare * limit)) > room
}

function sizeOf(candidates: readonly Candidate[]): number {
  return candidates.reduce((sum, candidate) => sum + fullSize(candidate), 0)
}
