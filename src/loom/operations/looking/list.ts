import { z } from 'zod'
import type { JsonObject } from '../../../core/content/json.ts'
import { findNode, findNodeOrHead, nodeName, shortIdsOf } from '../find.ts'
import { type Loom, type LoomEngine, type Operation, operation } from '../operation.ts'
import { glimpses } from './show.ts'

const kinds = ['branches', 'children', 'siblings', 'notes', 'bookmarks', 'prunes'] as const

/** Lists what there is: branches, bookmarks and prunes of the conversation; children, siblings and notes of a node. */
export const list: Operation = operation(
  {
    name: 'list',
    permission: 'loom_aware',
    about: 'List branches, bookmarks or prunes, or the children, siblings or notes of a node (default: where you are).',
  },
  {
    kind: z.enum(kinds),
    node: nodeName.optional(),
    after: nodeName.optional().describe('Goes on behind this node of a long list.'),
    limit: z.int().min(1).max(50).optional(),
  },
  async ({ store }, loom, { kind, node: name, after, limit = 20 }) => {
    if (kind === 'branches') return listed(await branches({ store }, loom, limit))
    if (kind === 'bookmarks') return listed(await bookmarks({ store }, loom, limit))
    if (kind === 'prunes') return listed(await prunes({ store }, loom, limit))
    const node = await findNodeOrHead(store, loom, name)
    const type = kind === 'notes' || (kind === 'siblings' && node.annotation === true) ? 'annotation' : 'continuation'
    const parent = kind === 'siblings' ? node.parent : node.id
    const behind = after === undefined ? {} : { after: (await findNode(store, loom, after)).id }
    const found = parent === null ? [node] : await store.children(parent, { type, limit, ...behind })
    return listed(await glimpses(store, found))
  },
)

function listed(entries: readonly JsonObject[]): { result: readonly JsonObject[] } {
  return { result: entries }
}

type WithStore = Pick<LoomEngine, 'store'>

async function branches({ store }: WithStore, loom: Loom, limit: number): Promise<JsonObject[]> {
  const all = await store.branches(loom.conversation.id)
  const shown = [...all.filter(({ id }) => id === loom.branch.id), ...all.filter(({ id }) => id !== loom.branch.id)]
  return await Promise.all(
    shown.slice(0, limit).map(async ({ id, name, head }) => ({
      branch: name,
      head: head === null ? null : ((await shortIdsOf(store, loom, [head]))[0] ?? null),
      ...(id === loom.branch.id ? { here: true } : {}),
    })),
  )
}

async function bookmarks({ store }: WithStore, loom: Loom, limit: number): Promise<JsonObject[]> {
  const shown = (await store.bookmarks(loom.conversation.id)).slice(-limit)
  const nodes = await store.nodes(
    shown.map(({ node }) => node),
    loom.measure,
  )
  const entries = await glimpses(
    store,
    shown.flatMap(({ node }) => nodes.get(node) ?? []),
  )
  return entries.map((entry, at) => ({ ...entry, label: shown[at]?.label ?? '' }))
}

async function prunes({ store }: WithStore, loom: Loom, limit: number): Promise<JsonObject[]> {
  const shown = (await store.prunes(loom.conversation.id)).slice(-limit)
  const nodes = await shortIdsOf(
    store,
    loom,
    shown.map(({ node }) => node),
  )
  return shown.map(({ id, count }, at) => ({ prune: id, node: nodes[at] ?? '', nodes: count }))
}
