import type { ContextPlan } from '../../core/context-plan.ts'
import type { Span } from '../../core/decision.ts'
import type { FileBook } from '../../core/files/file-book.ts'
import { pathKey } from '../../core/repeats/path-key.ts'
import type { Route } from '../../history/route.ts'
import type { Store } from '../../stores/store.ts'
import type { Engine } from '../engine.ts'
import { bookIn } from '../gather/documents.ts'
import { readRecipe } from '../replay.ts'
import { type Asked, type AskedPath, meet } from './asked.ts'
import { isShown, touches } from './lacking.ts'
import type { NamedItem } from './names/item-names.ts'
import { isId } from './names/quoted.ts'
import type { AskedLater, Lacking } from './reflection.ts'

/** So many of the newest nodes of each span are read, and so many of those left out one by one. */
const [mostOfSpan, mostLeftOut] = [32, 32]

/** A plan, and what it did not send in full; earlier plans of its branch likewise, newest first. */
export interface Before {
  readonly plan: ContextPlan
  /** The digest of what the plan was made from. */
  readonly inputs: string
  readonly conversation: string
  readonly items: readonly NamedItem[]
  readonly lacking: readonly Lacking[]
  readonly earlier: readonly { readonly plan: string; readonly lacking: readonly Lacking[] }[]
}

/**
 * What an answer asks to see that its plan left out or sent in a smaller form: each once. A path is looked up in what the plan
 * says, in the book of files that goes with it, then in the newest nodes of its spans, and last in what the plans before
 * it lacked. Nothing is read where all that is asked for is shown; else at the most one book, and for each span a fixed number
 * of nodes: the cost does not follow the history.
 */
export async function askedLater(engine: Engine, before: Before, asked: Asked): Promise<AskedLater[]> {
  const paths = asked.paths.filter((each) => !isShown(each, before.items))
  const found = new Map<string, AskedLater>()
  const add = (one: Omit<Lacking, 'paths' | 'calls'>, by: string, plan: string = before.plan.id): void => {
    const { id, section, form } = one
    if (!found.has(id)) found.set(id, { id, section, form, by, plan })
  }
  const left = paths.filter((each) => {
    const own = before.lacking.findLast((one) => names(one, each))
    if (own) add(own, each.path)
    return own === undefined
  })
  const inHistory = left.length === 0 ? new Map<string, string>() : await pathsLeftOut(engine, before, left)
  for (const each of left) {
    const node = inHistory.get(each.key)
    const earlier = before.earlier.find(({ lacking }) => lacking.some((one) => names(one, each)))
    const one = earlier?.lacking.findLast((known) => names(known, each))
    if (node !== undefined) add({ id: node, section: 'history', form: null }, each.path)
    else if (earlier && one) add(one, each.path, earlier.plan)
  }
  for (const word of asked.words) {
    const own = before.lacking.findLast((one) => isMeant(one, word))
    if (own) add(own, word)
    else {
      const node = await nodeInSpans(engine, before, word)
      if (node !== undefined) add({ id: node, section: 'history', form: null }, word)
    }
  }
  return [...found.values()]
}

function names({ paths }: Lacking, { key }: AskedPath): boolean {
  return paths.some((path) => pathKey(path) === key)
}

/** An id in full, a short one, or the id of a call whose result it holds. */
function isMeant({ id, calls }: Lacking, word: string): boolean {
  return id === word || calls.includes(word) || (isId(word) && id.toLowerCase().startsWith(word.toLowerCase(), 10))
}

/** The node that showed a path and is not in the plan, by the path's key. */
async function pathsLeftOut(
  { store, loadMeasure }: Engine,
  before: Before,
  asked: readonly AskedPath[],
): Promise<Map<string, string>> {
  const { plan } = before
  const kept = new Set(plan.kept.flatMap((entry) => (entry.kind === 'kept' ? [entry.id] : [])))
  const found = new Map<string, string>()
  const leftOut = plan.leftOut.flatMap((entry) =>
    entry.kind === 'left-out' && entry.section === 'history' ? [entry.id] : [],
  )
  const spans = spansOf(plan)
  if (spans.length === 0 && leftOut.length === 0) return found
  const book = plan.book === undefined ? undefined : await bookIn(store, plan.book)
  for (const each of asked) {
    const node = book && inBook(book, each, kept)
    if (node !== undefined) found.set(each.key, node)
  }
  const left = asked.filter(({ key }) => !found.has(key))
  if (left.length === 0) return found
  const ids = leftOut.slice(-mostLeftOut)
  const nodes = [...(await store.nodes(ids, await loadMeasure(plan.measure))).values()]
  const route = await routeOf(store, before)
  if (route) for (const span of spans) nodes.push(...(await endOf(store, route, span, await loadMeasure(plan.measure))))
  const contents = await store.contents(nodes.map(({ content }) => content))
  for (const { id, content } of nodes.filter((node) => !kept.has(node.id))) {
    const parts = contents.get(content) ?? []
    for (const each of left) if (parts.some((part) => touches(part, each))) found.set(each.key, id)
  }
  return found
}

function spansOf({ leftOut }: ContextPlan): Span[] {
  return leftOut.flatMap((entry) => (entry.kind === 'span' ? [entry] : []))
}

/** The newest use that has lines of what is asked for, in a node that is not sent. */
function inBook({ files }: FileBook, { key, lines }: AskedPath, kept: ReadonlySet<string>): string | undefined {
  const uses = files.find((file) => file.key === key)?.uses ?? []
  return uses.findLast((use) => !kept.has(use.node) && meet(lines, use.lines ?? null))?.node
}

async function routeOf(store: Store, { inputs }: Before): Promise<Route | null> {
  return (await readRecipe({ store }, inputs)).route
}

async function endOf(
  store: Store,
  route: Route,
  { from, to }: Span,
  measure: Parameters<Store['path']>[3],
): ReturnType<Store['path']> {
  const places = await store.positions(route, [from, to])
  const [first, last] = [places.get(from), places.get(to)]
  if (first === undefined || last === undefined) return []
  return await store.path(route, Math.max(first, last - mostOfSpan + 1), last, measure)
}

/** The node with this short id or id, if it stands in a span. */
async function nodeInSpans({ store }: Engine, before: Before, word: string): Promise<string | undefined> {
  const spans = spansOf(before.plan)
  if (spans.length === 0 || !isId(word)) return undefined
  const [id, other] = await store.findIds('node', word, before.conversation)
  if (id === undefined || other !== undefined) return undefined
  const node = await store.node(id)
  if (node?.shortId !== word.toLowerCase() && id !== word.toUpperCase()) return undefined
  const route = await routeOf(store, before)
  if (!route) return undefined
  const places = await store.positions(route, [id, ...spans.flatMap(({ from, to }) => [from, to])])
  const at = places.get(id)
  const isIn = ({ from, to }: Span): boolean =>
    at !== undefined && (places.get(from) ?? at + 1) <= at && at <= (places.get(to) ?? -1)
  return spans.some(isIn) ? id : undefined
}
