import { limitOf } from '../core/budget.ts'
import { type Digest, digestJson } from '../core/content/digest.ts'
import type { BranchFact } from '../history/edits/branch-fact.ts'
import { standingFacts } from '../history/edits/stand-at.ts'
import type { Route } from '../history/route.ts'
import type { CallFilter } from '../stores/call-store.ts'
import type { Store, StoredPlan } from '../stores/store.ts'
import { timeAfter } from './edits/branch-time.ts'
import type { Engine } from './engine.ts'
import { readCompactions } from './gather/compacted/compacted.ts'
import { recipeIn } from './gather/documents.ts'
import type { PreviousCall, Recipe } from './recipe.ts'

/** So many of a branch's newest plans are looked at: mostly the first is found among a few. */
const plansLookedAt: readonly number[] = [8, 64, 512, 4096]
/** A conversation that grew by so many limits since is planned as if for the first time. */
const mostGrowth = 2

/**
 * The plan that a call goes on from: the newest that was sent (any, where no calls are kept) for an earlier node of the same path, made
 * with the same settings for the same model, on this branch or on the one it was forked from. What a restore dropped does not count. Null where there is none.
 */
export async function findPrevious(
  engine: Engine,
  recipe: Recipe,
  lifetimeSeconds: number | null,
): Promise<PreviousCall | null> {
  const { store } = engine
  if (recipe.route === null || recipe.mode === 'buffer') return null
  const facts = await store.facts(recipe.branch)
  const end = (await store.length(recipe.route)) - 1
  for (let id: string | null = recipe.branch; id !== null; id = (await store.branch(id))?.parent ?? null) {
    const found = await newestOn(store, id, { recipe, route: recipe.route, facts, end })
    if (!found) continue
    const { plan, before, place } = found
    if (await hasOutgrown(engine, recipe, place, end)) return null
    const age = engine.now() - plan.createdAt
    const cold = lifetimeSeconds !== null && age > lifetimeSeconds * 1000
    const measure = before.measure === recipe.measure ? {} : { measure: before.measure }
    return { plan: plan.id, decisions: plan.decisions, edits: before.edits, cold, ...measure }
  }
  return null
}

interface Call {
  readonly recipe: Recipe
  readonly route: Route
  readonly facts: readonly BranchFact[]
  /** The position at which the path ends. */
  readonly end: number
}

interface Found {
  readonly plan: StoredPlan
  readonly before: Recipe
  readonly place: number
}

async function newestOn(store: Store, branch: string, call: Call): Promise<Found | undefined> {
  const { model, conversation } = call.recipe
  const isCalled = (await store.calls({ conversation, model, limit: 1 })).length > 0
  let seen = 0
  for (const limit of plansLookedAt) {
    const { plans, isAll } = isCalled
      ? await sentPlans(store, { branch, model, limit })
      : await madePlans(store, branch, limit)
    const found = await firstFitting(store, standing(plans.slice(seen), call.facts), call)
    if (found || isAll) return found
    seen = plans.length
  }
  return undefined
}

/** Plans, newest first; whether there are no others. */
interface Looked {
  readonly plans: readonly StoredPlan[]
  readonly isAll: boolean
}

/**
 * The plans of a branch's newest calls, of which the provider saw something. Where calls are made here, a plan without one was only looked
 * at: nobody has it cached.
 */
async function sentPlans(store: Store, filter: CallFilter): Promise<Looked> {
  const calls = await store.calls(filter)
  const sent = calls.filter(({ state, firstTokenAt }) => state === 'done' || firstTokenAt !== null)
  const plans = await Promise.all([...new Set(sent.map(({ plan }) => plan))].map((id) => store.plan(id)))
  return { plans: plans.filter((plan) => plan !== undefined), isAll: calls.length < filter.limit }
}

async function madePlans(store: Store, branch: string, limit: number): Promise<Looked> {
  const plans = await store.plans({ branch, limit })
  return { plans, isAll: plans.length < limit }
}

/** The first of the plans, newest first, that the call can go on from. */
async function firstFitting(
  store: Store,
  plans: readonly StoredPlan[],
  { recipe, route, end }: Call,
): Promise<Found | undefined> {
  const lane = laneOf(recipe)
  const places = await store.positions(
    route,
    plans.flatMap(({ head }) => (head === null ? [] : [head])),
  )
  for (const plan of plans) {
    const place = plan.head === null ? undefined : places.get(plan.head)
    if (place === undefined || place >= end) continue
    const before = await recipeIn(store, plan.inputs)
    if (!before || laneOf(before) !== lane) continue
    if (await stillStand(store, before.compactions, recipe.compactions)) return { plan, before, place }
  }
  return undefined
}

/** Whether what an earlier plan sent as summaries is not sent as it is again. */
async function stillStand(store: Store, before: Digest | undefined, now: Digest | undefined): Promise<boolean> {
  if (before === undefined || before === now) return true
  const standing = new Set((await readCompactions(store, now)).map(({ summary }) => summary))
  return (await readCompactions(store, before)).every(({ summary }) => standing.has(summary))
}

/** When a plan is made, for the order of what happens on its branch: never at or before the newest fact. */
export async function planTime(engine: Engine, branch: string): Promise<number> {
  const facts = await engine.store.facts(branch)
  return facts.length === 0 ? engine.now() : timeAfter(engine, facts)
}

/** What must be the same for two plans to send the same of a path. */
function laneOf(recipe: Recipe): string {
  const { conversation, model, perMessage, budget, historyStrategy, minimumRecentNodes } = recipe
  const { pressure, lowWater, repeats, shares, keep } = recipe
  return digestJson([
    { conversation, model, perMessage, budget: { ...budget }, historyStrategy, minimumRecentNodes },
    { pressure, lowWater, repeats, keep, shares: { ...shares } },
  ])
}

/** The plans that no restore dropped, in their order. */
function standing(plans: readonly StoredPlan[], facts: readonly BranchFact[]): readonly StoredPlan[] {
  if (!facts.some(({ kind }) => kind === 'restore')) return plans
  const times = plans.map(({ createdAt }): BranchFact => ({ kind: 'cut', at: createdAt, range: [1, 0] }))
  const all = [...times, ...facts].sort((a, b) => timeOf(a) - timeOf(b))
  const left = new Set(standingFacts(all, Number.MAX_SAFE_INTEGER))
  return plans.filter((_, at) => left.has(times[at] as BranchFact))
}

function timeOf(fact: BranchFact): number {
  return fact.kind === 'edit' ? fact.edit.at : fact.at
}

async function hasOutgrown(
  { store, loadMeasure }: { readonly store: Store; loadMeasure: Engine['loadMeasure'] },
  { route, measure: id, budget }: Recipe,
  from: number,
  to: number,
): Promise<boolean> {
  if (route === null) return false
  const measure = await loadMeasure(id)
  const [first] = await store.path(route, from, from, measure)
  const [last] = await store.path(route, to, to, measure)
  return (last?.total ?? 0) - (first?.total ?? 0) > mostGrowth * limitOf(budget)
}
