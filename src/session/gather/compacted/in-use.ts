import { limitOf } from '../../../core/budget.ts'
import type { Measure } from '../../../core/content/measure.ts'
import type { Route } from '../../../history/route.ts'
import type { Store } from '../../../stores/store.ts'
import type { Recipe } from '../../recipe.ts'
import { bookIn } from '../documents.ts'
import { type HistoryRequest, newestHuman } from '../reading.ts'
import type { Standing } from '../standing.ts'
import { type Compacted, compactedOn, readCompactions } from './compacted.ts'
import { type Summarised, summariesFor } from './summaries.ts'

/**
 * The stretches of the history that are not sent in a call because their summaries are. A stretch that has come to hold the
 * newest input or the last atom, because the path ends elsewhere now, is sent as it is.
 */
export async function summariesInUse(
  store: Store,
  measure: Measure,
  recipe: Recipe,
  request: HistoryRequest,
): Promise<readonly Summarised[]> {
  const { route, revision } = request
  const compactions = recipe.mode === 'buffer' ? [] : await readCompactions(store, recipe.compactions)
  const compacted = await compactedOn(store, route, compactions, revision)
  if (compacted.length === 0) return []
  const clear = await clearOfNewest(store, measure, request, compacted)
  return await summariesFor(store, clear, { measure, perMessage: recipe.perMessage, limit: limitOf(recipe.budget) })
}

async function clearOfNewest(
  store: Store,
  measure: Measure,
  request: HistoryRequest,
  compacted: readonly Compacted[],
): Promise<Compacted[]> {
  const node = await store.node(request.route.head)
  if (!node) return []
  const head = { ...node, position: (await store.length(request.route)) - 1 }
  const human = await newestHuman({ store, measure, request, head })
  const atom = head.atom ?? head.id
  const last = (await store.positions(request.route, [atom])).get(atom) ?? head.position
  return compacted.filter(
    ({ start, end }) => end < last && !(human && start <= human.position && human.position <= end),
  )
}

/** Whether every cut begins and ends on the path: a version in the place of an end makes a path of its own. */
async function isOnRoute(store: Store, route: Route, cuts: Standing['cuts']): Promise<boolean> {
  const ends = cuts.flatMap(({ from, to }) => [from, to])
  const places = await store.positions(route, ends)
  return ends.every((id) => places.has(id))
}

/**
 * The previous plan as far as it can be gone on from: not where something that it sent as a summary is sent as it is again, and without
 * its book of files where that ends inside a summary.
 */
export async function standingBeside(
  store: Store,
  route: Route,
  standing: Standing | undefined,
  summaries: readonly Summarised[],
): Promise<Standing | undefined> {
  if (!standing || !(await isOnRoute(store, route, standing.cuts))) return undefined
  const isInside = async (ids: readonly string[]): Promise<boolean> => {
    const places = await store.positions(route, ids)
    return ids.every((id) => {
      const place = places.get(id)
      return summaries.some(({ compacted: { start, end } }) => place !== undefined && start <= place && place <= end)
    })
  }
  for (const { from, to } of standing.summarised) if (!(await isInside([from, to]))) return undefined
  if (standing.book === undefined || summaries.length === 0) return standing
  const book = await bookIn(store, standing.book)
  if (book === undefined || !(await isInside([book.upTo]))) return standing
  const { book: _, ...rest } = standing
  return rest
}
