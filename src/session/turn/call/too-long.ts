import type { Json } from '../../../core/content/json.ts'
import type { ContextPlan } from '../../../core/context-plan.ts'
import type { ModelFacts } from '../../../models/model-facts.ts'
import type { ModelFailure } from '../../../models/model-failure.ts'
import type { Engine } from '../../engine.ts'

/** Kept back beside what the figures say, since they are of another text. */
const margin = 0.98

/** The estimate is never corrected by more than this factor. */
const mostCorrection = 4

/** How a request that was too long is made again. */
export interface Correction {
  /** The provider's real window, in its tokens: what input and answer may take together. */
  readonly window: number
  /** The limit for the input, in the plan's measure. */
  readonly budget: number
  /** The longest answer, in tokens. */
  readonly answer: number
}

/**
 * What follows from a "too long". With figures the window is the one they name, and the limit is what it leaves beside what is reserved for
 * the answer, in the plan's measure as far as its count was off. Some providers count the longest answer that was asked for (`asked`) with the
 * input; then they name it. Without figures both are halved.
 */
export function correctionOf(
  { budget }: Pick<ContextPlan, 'budget'>,
  { figures, message }: Pick<ModelFailure, 'figures' | 'message'>,
  asked: number,
): Correction {
  const { used, limit, reserved, window } = budget
  if (!figures || figures.limit <= 0 || figures.size <= figures.limit) {
    const smaller = Math.floor(Math.min(window, used + reserved) / 2)
    return { window: smaller, budget: Math.floor(Math.min(limit, used) / 2), answer: reserved }
  }
  const input = names(message, asked) && figures.size > asked ? figures.size - asked : figures.size
  const off = Math.min(Math.max(input / Math.max(used, 1), 1), mostCorrection)
  const answer = Math.min(Math.max(reserved, 1), Math.max(1, Math.floor(figures.limit / 2)))
  const fits = Math.floor(((figures.limit - answer) / off) * margin)
  return { window: figures.limit, budget: Math.max(1, Math.min(fits, limit)), answer }
}

/** Whether a text holds a number, written with or without marks between thousands. */
function names(text: string, number: number): boolean {
  return new RegExp(`(?<!\\d)${number}(?!\\d)`).test(text.replaceAll(/(?<=\d)[,_' ](?=\d{3})/g, ''))
}

/** A window that a provider taught, for as long as nobody says otherwise about the model. */
interface LearnedWindow {
  readonly said: number
  readonly window: number
}

/** The model with the window that was learned of it on a branch; as it is where none was, or where its window was set anew. */
export async function asLearned({ store }: Engine, branch: string, model: ModelFacts): Promise<ModelFacts> {
  const state = (await store.branchState(branch, keyOf(model))) as unknown as LearnedWindow | undefined
  if (state?.said !== model.window) return model
  return { ...model, window: state.window, maxOutput: Math.min(model.maxOutput, state.window) }
}

/** No model that is in use has less; a provider that says so means something else. */
const leastWindow = 2000

/** Remembers a window with the branch, once it was seen to hold; forks begin with it. */
export async function rememberWindow(
  { store, now }: Engine,
  branch: string,
  model: ModelFacts,
  window: number,
): Promise<void> {
  if (window >= model.window || window < leastWindow) return
  const state: LearnedWindow = { said: model.window, window }
  await store.setBranchState(branch, keyOf(model), state as unknown as Json, now())
}

function keyOf({ provider, name }: ModelFacts): string {
  return `window ${provider}:${name}`
}
