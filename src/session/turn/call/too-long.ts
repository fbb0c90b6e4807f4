import type { Json } from '../../../core/content/json.ts'
import type { ContextPlan } from '../../../core/context-plan.ts'
import type { ModelFacts } from '../../../models/model-facts.ts'
import type { ModelFailure } from '../../../models/model-failure.ts'
import type { Engine } from '../../engine.ts'

/** What is left of the size of a request that was too long, where the provider gave no figures. */
const cautious = 0.8

/** Kept back beside what the figures say, since they are of another text. */
const margin = 0.98

/** The estimate is never corrected by more than this factor. */
const mostCorrection = 4

/**
 * The limit for the input, in the plan's measure, with which a request that was too long is planned again. With figures:
 * the provider's limit less what is reserved for the answer, in the plan's measure as far as its count was off.
 */
export function smallerBudget({ budget }: ContextPlan, { figures }: ModelFailure): number {
  const { used, limit, reserved } = budget
  if (!figures || figures.size <= 0) return Math.floor(Math.min(limit, used) * cautious)
  const off = Math.min(Math.max(figures.size / Math.max(used, 1), 1), mostCorrection)
  const fits = ((figures.limit - reserved) / off) * margin
  return Math.max(1, Math.floor(Math.min(fits, used * margin)))
}

/** A limit that a provider taught, for as long as nobody says otherwise about the model. */
interface LearnedLimit {
  readonly window: number
  readonly budget: number
}

/** The smaller limit that was learned on a branch for a model; undefined where none was, or its window was set anew. */
export async function learnedLimit({ store }: Engine, branch: string, model: ModelFacts): Promise<number | undefined> {
  const state = (await store.branchState(branch, keyOf(model))) as unknown as LearnedLimit | undefined
  return state?.window === model.window ? state.budget : undefined
}

/** Remembers a limit with the branch; forks begin with it. */
export async function rememberLimit(
  { store, now }: Engine,
  branch: string,
  model: ModelFacts,
  budget: number,
): Promise<void> {
  const state: LearnedLimit = { window: model.window, budget }
  await store.setBranchState(branch, keyOf(model), state as unknown as Json, now())
}

function keyOf({ provider, name }: ModelFacts): string {
  return `limit ${provider}:${name}`
}
