import type { Json } from '../core/content/json.ts'
import type { ContextPlan } from '../core/context-plan.ts'
import { plan } from '../core/plan.ts'
import type { Refusal } from '../core/refusal.ts'
import type { StoredPlan } from '../stores/store.ts'
import { type CallRequest, defaultCallSettings } from './call-request.ts'
import { compactCut } from './compact/under-pressure.ts'
import type { Engine } from './engine.ts'
import { gather } from './gather/gather.ts'
import { isLoomAware, type MadePlan, planLoomAware } from './loom-aware/plan-loom-aware.ts'
import { planTime } from './previous-call.ts'
import type { Recipe } from './recipe.ts'
import { type RenderedRequest, renderRequest } from './request.ts'
import { writeRecipe } from './write-recipe.ts'

/** A planned call, stored. */
export interface PlannedCall {
  readonly kind: 'planned'
  readonly plan: ContextPlan
  readonly recipe: Recipe
  readonly rendered: RenderedRequest
  readonly stored: StoredPlan
}

/** Plans the next call of a branch, renders its request and stores both the plan and what it was made from. */
export async function planCall(engine: Engine, request: CallRequest): Promise<PlannedCall | Refusal> {
  const { recipe, made } = await make(engine, request)
  if (made.kind === 'refusal') return made
  const rendered = await renderRequest(engine.store, made, recipe.target, recipe.options)
  const stored: StoredPlan = {
    id: made.id,
    conversation: recipe.conversation,
    branch: recipe.branch,
    head: recipe.head,
    inputs: await engine.store.putDocument(toJson(recipe)),
    decisions: await engine.store.putDocument(toJson(made)),
    request: rendered.digest,
    createdAt: await planTime(engine, recipe.branch),
  }
  await engine.store.putPlan(stored)
  return { kind: 'planned', plan: made, recipe, rendered, stored }
}

/** Under pressure, what would be cut is compacted first where that is asked for, and the call is planned once more. */
async function make(engine: Engine, request: CallRequest): Promise<MadePlan> {
  const first = await makeOnce(engine, request)
  const { underPressure } = request.settings ?? defaultCallSettings
  if (underPressure !== 'compact' || first.made.kind === 'refusal') return first
  const compacted = await compactCut(engine, request.branch, first.recipe, first.made)
  return compacted ? await makeOnce(engine, request) : first
}

async function makeOnce(engine: Engine, request: CallRequest): Promise<MadePlan> {
  const { agent = null, conversation, branch } = request
  const recipe = await writeRecipe(engine, request)
  if (isLoomAware(agent, conversation)) return await planLoomAware(engine, recipe, { agent, conversation, branch })
  return { recipe, made: await planRecipe(engine, recipe) }
}

/** Plans from a recipe alone. */
export async function planRecipe(
  engine: Pick<Engine, 'store' | 'loadMeasure'>,
  recipe: Recipe,
): Promise<ContextPlan | Refusal> {
  const before = recipe.previous?.measure ?? recipe.measure
  return plan(
    await gather(engine.store, await engine.loadMeasure(recipe.measure), recipe, await engine.loadMeasure(before)),
  )
}

/** A value of readonly types as the JSON it is. */
function toJson(value: Recipe | ContextPlan): Json {
  return value as unknown as Json
}
