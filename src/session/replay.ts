import { z } from 'zod'
import { digestJson } from '../core/content/digest.ts'
import { canonicalJson } from '../core/content/json.ts'
import type { ContextPlan } from '../core/context-plan.ts'
import { HeddleError } from '../core/errors.ts'
import type { StoredPlan } from '../stores/store.ts'
import { contentsOf } from './contents-of.ts'
import type { Engine } from './engine.ts'
import { planRecipe } from './plan-call.ts'
import { namesPurged } from './purged.ts'
import type { Recipe } from './recipe.ts'
import { renderRequest } from './request.ts'

/** What came of planning again. `where` says in words what differs first. */
export interface Replay {
  readonly same: boolean
  /** It cannot be the same: what it was made from has been purged. That is no mismatch. */
  readonly purged: boolean
  readonly plan: { readonly expected: string; readonly got: string | null }
  readonly request: { readonly expected: string; readonly got: string | null }
  readonly where: string | null
}

/** A stored plan that is not there. */
export class PlanNotFound extends HeddleError {
  readonly planId: string
  constructor(planId: string) {
    super('plan-not-found', `There is no plan ${planId}. List the plans with: heddle explain --list`)
    this.planId = planId
  }
}

const recipeHead = z.looseObject({ version: z.literal(2), conversation: z.string(), measure: z.string() })

/**
 * Plans again from the stored inputs and renders again; the stored decisions and the stored request's digest are only
 * compared with, afterwards.
 */
export async function replay(engine: Engine, planId: string): Promise<Replay> {
  const stored = await engine.store.plan(planId)
  if (!stored) throw new PlanNotFound(planId)
  if ((await engine.store.purged([stored.inputs, stored.decisions])).size > 0) return purged(stored)
  const recipe = await readRecipe(engine, stored.inputs)
  const again = await planRecipe(engine, recipe)
  const before = await readPlan(engine, planId)
  const result =
    again.kind === 'refusal'
      ? unlike(stored, null, null, `planning now refuses: ${again.code}`)
      : await compare(engine, stored, { recipe, before, again })
  if (result.same) return result
  const named = again.kind === 'refusal' ? [before] : [before, again]
  return (await namesPurged(engine.store, named)) ? purged(stored) : result
}

interface Replayed {
  readonly recipe: Recipe
  readonly before: ContextPlan | undefined
  readonly again: ContextPlan
}

async function compare(engine: Engine, stored: StoredPlan, { recipe, before, again }: Replayed): Promise<Replay> {
  const rendered = await renderRequest(engine.store, again, recipe.target, recipe.options)
  const where =
    firstDifference(before, again) ??
    (again.id === stored.id ? undefined : 'the budget, the settings or the inputs differ') ??
    (rendered.digest === stored.request ? undefined : await differingContent(engine, again))
  return where === undefined ? alike(stored) : unlike(stored, again.id, rendered.digest, where)
}

/** A stored plan with all its decisions; undefined where there is none. */
export async function readPlan(engine: Pick<Engine, 'store'>, planId: string): Promise<ContextPlan | undefined> {
  const stored = await engine.store.plan(planId)
  const document = stored && (await engine.store.document(stored.decisions))
  return document === undefined ? undefined : (document as unknown as ContextPlan)
}

/** The inputs a plan was made from. */
export async function readRecipe(engine: Pick<Engine, 'store'>, inputs: string): Promise<Recipe> {
  const document = await engine.store.document(inputs)
  if (!recipeHead.safeParse(document).success)
    throw new HeddleError(
      'inputs-missing',
      `The inputs of this plan (${inputs.slice(0, 12)}) are not in the store, so it cannot be planned again.`,
    )
  return document as unknown as Recipe
}

type Digests = { readonly id: string; readonly request: string }

function alike({ id, request }: Digests): Replay {
  return {
    same: true,
    purged: false,
    plan: { expected: id, got: id },
    request: { expected: request, got: request },
    where: null,
  }
}

function unlike({ id, request }: Digests, plan: string | null, rendered: string | null, where: string): Replay {
  return {
    same: false,
    purged: false,
    plan: { expected: id, got: plan },
    request: { expected: request, got: rendered },
    where,
  }
}

function purged(stored: Digests): Replay {
  return { ...unlike(stored, null, null, 'what it was made from has been purged'), purged: true }
}

/** Where the stored decisions and the new ones part first. */
function firstDifference(before: ContextPlan | undefined, after: ContextPlan): string | undefined {
  if (!before) return 'the stored decisions are missing'
  for (const list of ['kept', 'leftOut'] as const) {
    const length = Math.max(before[list].length, after[list].length)
    for (let at = 0; at < length; at++) {
      const [was, is] = [canonicalJson(before[list][at] ?? null), canonicalJson(after[list][at] ?? null)]
      if (was !== is) return `${list}, entry ${at + 1}: was ${was}, is ${is}`
    }
  }
  return canonicalJson(before) === canonicalJson(after) ? undefined : 'the budget, the settings or the inputs differ'
}

/** Why the same plan renders to other bytes: a content that is not what its digest says, if there is one. */
async function differingContent({ store }: Engine, plan: ContextPlan): Promise<string> {
  const contents = await contentsOf(store, plan)
  const changed = plan.kept.find(
    (entry) => entry.kind === 'kept' && digestJson(contents.get(entry.content ?? '')) !== entry.content,
  )
  const where = changed?.kind === 'kept' ? `: the content of ${changed.id} is not what was stored` : ''
  return `the plan is the same, the rendered request is not${where}`
}
