import type { Measure } from '../../core/content/measure.ts'
import { type Expectation, expectationsIn, oldText, saidIn } from '../../core/files/old-text.ts'
import type { Route } from '../../history/route.ts'
import type { Store } from '../../stores/store.ts'

/** A call that was made: its answer, and the node up to which it was asked. */
export interface RecordedCall {
  readonly node: string
  readonly head: string
  readonly position: number
}

/** So many nodes are read at a time. */
const chunk = 200

/** The calls of a route, in order: one for each node of the model's that has something before it and is not kept out of plans. */
export async function recordedCalls(store: Store, route: Route, measure: Measure): Promise<RecordedCall[]> {
  const length = await store.length(route)
  const revision = await store.revision()
  const calls: RecordedCall[] = []
  let head: string | undefined
  for (let from = 0; from < length; from += chunk) {
    const to = Math.min(length, from + chunk) - 1
    const barred = new Set((await store.marked(route, from, to, measure, revision)).map(({ id }) => id))
    for (const { id, author, position } of await store.path(route, from, to, measure)) {
      if (author === 'model' && head !== undefined && !barred.has(id)) calls.push({ node: id, head, position })
      head = id
    }
  }
  return calls
}

/** What edits in recorded answers needed to have seen. Asked for in the order of the calls, it reads every node once. */
export function expectations(
  store: Store,
  route: Route,
  measure: Measure,
): (call: RecordedCall) => Promise<readonly Expectation[]> {
  let seen = ''
  let next = 0
  return async ({ position }) => {
    for (; next < position; next = Math.min(position, next + chunk))
      for (const parts of await partsBetween(store, route, measure, next, Math.min(position, next + chunk) - 1))
        seen += `${saidIn(parts).join('\n')}\n`
    const [answer = []] = await partsBetween(store, route, measure, position, position)
    const edits = answer.flatMap((part) => (part.kind === 'tool-call' ? (oldText(part.name, part.input) ?? []) : []))
    return edits.length === 0 ? [] : expectationsIn(edits, seen)
  }
}

async function partsBetween(
  store: Store,
  route: Route,
  measure: Measure,
  from: number,
  to: number,
): Promise<Parameters<typeof saidIn>[0][]> {
  const nodes = await store.path(route, from, to, measure)
  const contents = await store.contents(nodes.map(({ content }) => content))
  return nodes.map(({ content }) => contents.get(content) ?? [])
}
