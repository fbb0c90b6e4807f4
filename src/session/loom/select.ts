import type { Selection } from '../../history/edge.ts'
import { edgeId } from '../../history/edge.ts'
import type { Branch, Node } from '../../history/node.ts'
import type { Engine } from '../engine.ts'
import { LoomRefused } from './errors.ts'
import { originOf } from './versions.ts'

/**
 * Chooses how a branch comes into a node: from one of the versions that lead to it, or by one of several edges (its number);
 * null takes the choice back. Throws LoomRefused `nothing-to-select`, and `unknown-way`.
 */
export async function selectWay(
  { store, now }: Engine,
  branch: Branch,
  node: Node,
  way: { readonly source: string } | { readonly edge: number } | null,
): Promise<Selection> {
  const selection: Selection =
    way === null ? {} : 'edge' in way ? { edge: edgeId(node.id, way.edge) } : { source: way.source }
  if (way !== null) {
    const edges = (await store.edges([node.id], await store.revision())).get(node.id) ?? []
    const ways = edges.filter(({ type }) => type === 'continuation')
    const isKnown = ways.some(
      ({ id, sources }) =>
        id === selection.edge ||
        sources.some(({ node: from, role }) => role === 'primary' && from === selection.source),
    )
    if (!isKnown)
      throw new LoomRefused(
        'nothing-to-select',
        node.id,
        `${node.shortId} is not reached that way. \`heddle show ${node.shortId}\` lists the ways.`,
      )
  }
  await store.select(branch.id, node.id, selection, now())
  return selection
}

/**
 * Lets a branch go on with this version of a node: what follows on its path is reached through it, and a head that is another
 * version of the same node moves to it. Returns what it was selected into; null for the head. Throws LoomRefused `not-on-branch`.
 */
export async function selectVersion({ store, now }: Engine, branch: Branch, version: Node): Promise<string | null> {
  if (branch.head === version.id) return null
  const head = branch.head === null ? undefined : await store.node(branch.head)
  if (head && (await originOf(store, head)) === (await originOf(store, version))) {
    await store.moveBranch(branch.id, version.id)
    return null
  }
  const route = branch.head === null ? undefined : await store.route(branch.head, branch.id)
  for (let after: string | undefined; route; ) {
    const targets = await store.children(version.id, { limit: 200, ...(after === undefined ? {} : { after }) })
    const on = await store.positions(
      route,
      targets.map(({ id }) => id),
    )
    const target = targets.find(({ id }) => on.has(id))
    if (target) {
      await store.select(branch.id, target.id, { source: version.id }, now())
      return target.id
    }
    after = targets.at(-1)?.id
    if (targets.length < 200) break
  }
  throw new LoomRefused(
    'not-on-branch',
    version.id,
    `${version.shortId} leads to nothing on this branch, so it cannot be chosen there.`,
  )
}
