import type { Candidate } from '../../core/candidate.ts'
import { characters } from '../../core/content/measure.ts'
import { sizeOfParts } from '../../core/content/size.ts'
import type { Form } from '../../core/form.ts'
import { draftsOf } from '../../core/plan.ts'
import type { Draft } from '../../core/policies/draft.ts'
import type { Store } from '../../stores/store.ts'
import type { Engine } from '../engine.ts'
import { gather } from '../gather/gather.ts'
import type { Recipe } from '../recipe.ts'

/** How many characters were in a plan when a policy began, and when it was done. */
export interface CharacterStep {
  readonly policy: string
  readonly before: number
  readonly after: number
}

/**
 * What each policy did to a plan, in characters: as the plan's own steps, of contents alone, without what messages and markers cost. Gathers
 * again from the recipe, and counts what was not read by the store's sums.
 */
export async function policyCharacters(
  { store, loadMeasure }: Pick<Engine, 'store' | 'loadMeasure'>,
  recipe: Recipe,
): Promise<readonly CharacterStep[]> {
  const measureBefore = await loadMeasure(recipe.previous?.measure ?? recipe.measure)
  const input = await gather(store, await loadMeasure(recipe.measure), recipe, measureBefore)
  const { start, behind } = draftsOf(input)
  const count = await counter(store, recipe, input.candidates)
  let before = sizeIn(start, count)
  return behind.map(({ policy, draft }) => {
    const step = { policy, before, after: sizeIn(draft, count) }
    before = step.after
    return step
  })
}

type Counter = (candidate: Candidate, form: Form) => number

/** Everything that is not left out, in its form. */
function sizeIn({ input, outcomes, forms }: Draft, count: Counter): number {
  return input.candidates.reduce((sum, candidate, at) => {
    const outcome = outcomes[at]
    if (outcome?.kind === 'left-out' || candidate.stretch?.cut) return sum
    return sum + count(candidate, outcome?.form ?? forms[at] ?? candidate.forms[0])
  }, 0)
}

async function counter(store: Store, { route }: Recipe, candidates: readonly Candidate[]): Promise<Counter> {
  const digests = candidates.flatMap(({ forms }) => forms.flatMap(({ content }) => content ?? []))
  const contents = await store.contents([...new Set(digests)])
  const sizes = new Map([...contents].map(([digest, parts]) => [digest, sizeOfParts(parts, characters)]))
  const stretches = new Map<string, number>()
  for (const { id, bar, stretch } of candidates)
    if (route && stretch && !stretch.cut && bar === undefined) {
      const places = await store.positions(route, [stretch.from, stretch.to])
      const [from = 0, to = 0] = [places.get(stretch.from), places.get(stretch.to)]
      const [first] = await store.path(route, from, from, characters)
      const [last] = await store.path(route, to, to, characters)
      stretches.set(id, (last?.total ?? 0) - (first?.total ?? 0) + (first?.size ?? 0))
    }
  return ({ id }, { content }) => (content === undefined ? stretches.get(id) : sizes.get(content)) ?? 0
}
