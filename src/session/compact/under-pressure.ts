import { limitOf } from '../../core/budget.ts'
import type { ContextPlan } from '../../core/context-plan.ts'
import type { Span } from '../../core/decision.ts'
import type { Branch } from '../../history/node.ts'
import type { Engine } from '../engine.ts'
import type { Recipe } from '../recipe.ts'
import { compact } from './compact.ts'
import type { CompactionRequest } from './request.ts'

/**
 * Compacts what a plan under pressure cuts of the history, together with what was compacted before it, so that there is one summary on
 * either side of the newest input and not a row of them. Where there is no previous plan, a cut goes to the limit and leaves no
 * room for a summary: then everything behind the first pair goes but for the last atoms that keep within the low-water mark.
 * Returns whether anything was compacted.
 */
export async function compactCut(engine: Engine, branch: Branch, recipe: Recipe, plan: ContextPlan): Promise<boolean> {
  const { head, measure, perMessage, mode, budget } = recipe
  if (!isCut(plan) || !engine.summaries || head === null || mode === 'buffer') return false
  const request: CompactionRequest = { branch, head, measure, perMessage, limit: limitOf(budget) }
  const ranges = plan.prefix ? await rangesCut(engine, recipe, plan) : [downTo(recipe, plan)]
  let done = false
  for (const range of ranges) done = (await compact(engine, { ...request, ...range })).kind === 'compacted' || done
  return done
}

function isCut({ moment, leftOut }: ContextPlan): boolean {
  return moment === 'pressure' && leftOut.some((entry) => entry.kind === 'span' && entry.reason.kind === 'over-budget')
}

function downTo({ lowWater }: Recipe, { budget }: ContextPlan): Pick<CompactionRequest, 'keepLast' | 'keepSize'> {
  const fixed = budget.sections.filter(({ section }) => section === 'tools' || section === 'system')
  const room = fixed.reduce((left, { used }) => left - used, budget.limit)
  return { keepLast: Number.MAX_SAFE_INTEGER, keepSize: Math.floor(lowWater * room) }
}

/** What was cut may reach up to the last atom. */
const keepLast = 1

/** On either side of the newest input: from the first that is cut or compacted to the last that is cut. */
async function rangesCut(
  { store }: Engine,
  { route }: Recipe,
  { kept, leftOut }: ContextPlan,
): Promise<Pick<CompactionRequest, 'from' | 'to' | 'keepLast'>[]> {
  if (route === null) return []
  const spans = leftOut.filter(
    (entry): entry is Span =>
      entry.kind === 'span' && (entry.reason.kind === 'over-budget' || entry.reason.kind === 'summarised'),
  )
  const newest = kept.flatMap((entry) =>
    entry.kind === 'kept' && entry.reason.kind === 'newest-input' ? [entry.id] : [],
  )
  const places = await store.positions(route, [...newest, ...spans.map(({ from }) => from)])
  const input = Math.min(...newest.map((id) => places.get(id) ?? Number.POSITIVE_INFINITY))
  const isBefore = ({ from }: Span): boolean => (places.get(from) ?? 0) < input
  return [spans.filter(isBefore), spans.filter((span) => !isBefore(span))].flatMap((side) => {
    const from = side[0]?.from
    const to = side.findLast(({ reason }) => reason.kind === 'over-budget')?.to
    return from === undefined || to === undefined ? [] : [{ from, to, keepLast }]
  })
}
