import { z } from 'zod'
import type { Json, JsonObject } from '../../../core/content/json.ts'
import type { Node } from '../../../history/node.ts'
import type { Store } from '../../../stores/store.ts'
import { findNode, nodeName } from '../find.ts'
import { type Operation, operation } from '../operation.ts'
import { glimpses } from './show.ts'

/** How far a run of only children is followed before the rest is left to another look. */
const runAtMost = 500

/** A node of the drawing: how many only children were passed over behind it, and what goes on from the last of these. */
interface Drawn {
  readonly node: Node
  passed: number
  /** Where the next look goes on, if there is more. */
  more: Node | undefined
  readonly children: Drawn[]
}

/** Draws the tree from a node on: nearest first, so many nodes at the most, runs of only children as one. */
export const tree: Operation = operation(
  {
    name: 'tree',
    permission: 'loom_aware',
    about: 'See the shape of the tree below a node (default: its root). Runs without forks are passed over.',
  },
  { node: nodeName.optional(), limit: z.int().min(1).max(200).optional() },
  async ({ store }, loom, { node: name, limit = 40 }) => {
    const root = name === undefined ? await store.root(loom.conversation.id) : (await findNode(store, loom, name)).id
    const start = root === null ? undefined : await store.node(root)
    if (!start) return { result: null }
    const drawn: Drawn[] = [{ node: start, passed: 0, more: undefined, children: [] }]
    for (const each of drawn) await grow(store, each, drawn, limit)
    const shown = await glimpses(
      store,
      drawn.map(({ node }) => node),
    )
    const entries = new Map(drawn.map((each, at) => [each, { ...shown[at] }]))
    for (const each of drawn.toReversed()) entries.set(each, entryOf(each, entries))
    return { result: entries.get(drawn[0] as Drawn) ?? null }
  },
)

async function grow(store: Store, each: Drawn, drawn: Drawn[], limit: number): Promise<void> {
  let last = each.node
  let children = await store.children(last.id, { limit: limit + 1 })
  for (let only = children[0]; only && children.length === 1; only = children[0]) {
    if (each.passed === runAtMost) {
      each.more = last
      return
    }
    const next = await store.children(only.id, { limit: limit + 1 })
    if (next.length === 0) break
    each.passed++
    last = only
    children = next
  }
  for (const node of children) {
    if (drawn.length >= limit) {
      each.more = last
      return
    }
    const child: Drawn = { node, passed: 0, more: undefined, children: [] }
    each.children.push(child)
    drawn.push(child)
  }
}

function entryOf(each: Drawn, entries: ReadonlyMap<Drawn, JsonObject>): JsonObject {
  const children: Json[] = each.children.map((child) => entries.get(child) ?? null)
  return {
    ...entries.get(each),
    ...(each.passed === 0 ? {} : { passedOver: each.passed }),
    ...(children.length === 0 ? {} : { children }),
    ...(each.more === undefined ? {} : { moreBelow: each.more.shortId }),
  }
}
