import { limitOf } from '../../core/budget.ts'
import { type Candidate, fullSize } from '../../core/candidate.ts'
import { equalCap, shortenableSizes, shortenParts } from '../../core/content/excerpt.ts'
import type { Measure } from '../../core/content/measure.ts'
import type { Part } from '../../core/content/part.ts'
import { sizeOfParts } from '../../core/content/size.ts'
import type { Form } from '../../core/form.ts'
import type { PlanInput } from '../../core/plan-input.ts'
import { isRequired } from '../../core/policies/allot.ts'
import { type Placed, startDraft, undecided } from '../../core/policies/draft.ts'
import { exclude } from '../../core/policies/exclude.ts'
import { newestUnits } from '../../core/policies/path.ts'
import type { Contents } from '../../stores/store.ts'

/**
 * Where the newest input and the last atom are over what is left for them, what tools and files brought into them also
 * gets an excerpt: none is given more than an equal share unless others need less. Else the input as it is.
 */
export async function withExcerpts(store: Contents, measure: Measure, input: PlanInput): Promise<PlanInput> {
  const limit = limitOf(input.budget)
  const draft = exclude.apply(startDraft(input, limit))
  if (draft.kind === 'refusal') return input
  const newest = newestUnits(draft).flatMap((unit) => unit.members)
  const room = limit - sizeOf(undecided(draft, isRequired))
  if (sizeOf(newest) <= room) return input

  const contents = await store.contents(newest.map(({ candidate }) => contentOf(candidate)))
  const partsOf = (candidate: Candidate): readonly Part[] => contents.get(contentOf(candidate)) ?? []
  const sizes = newest.flatMap(({ candidate }) => shortenableSizes(partsOf(candidate), measure))
  const firm = sizeOf(newest) - sizes.reduce((sum, size) => sum + size, 0)
  const cap = equalCap(sizes, room - firm)
  const candidates = [...input.candidates]
  for (const { index, candidate } of newest)
    candidates[index] = await withExcerpt(store, measure, candidate, partsOf(candidate), cap)
  return { ...input, candidates }
}

async function withExcerpt(
  store: Contents,
  measure: Measure,
  candidate: Candidate,
  parts: readonly Part[],
  cap: number,
): Promise<Candidate> {
  const shorter = shortenParts(parts, cap, measure)
  const saved = sizeOfParts(parts, measure) - sizeOfParts(shorter, measure)
  if (saved <= 0) return candidate
  const excerpt: Form = { kind: 'excerpt', size: fullSize(candidate) - saved, content: await store.putContent(shorter) }
  return { ...candidate, forms: [...candidate.forms, excerpt] }
}

function contentOf({ forms }: Candidate): string {
  return forms[0].content ?? ''
}

function sizeOf(placed: readonly Placed[]): number {
  return placed.reduce((sum, { candidate }) => sum + fullSize(candidate), 0)
}
