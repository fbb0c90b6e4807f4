import type { Part } from '../../core/content/part.ts'
import type { Branch, Node } from '../../history/node.ts'
import type { NewNode, Store } from '../../stores/store.ts'
import type { Engine } from '../engine.ts'
import { LoomRefused } from './errors.ts'
import { originOf } from './versions.ts'

/**
 * Writes a version of a node: what came behind the node comes behind the version, and nothing is copied. The branch goes on with
 * it; the node stays as it is, and can be selected again. Throws LoomRefused `version-of-root`.
 */
export async function editNode(engine: Engine, branch: Branch, node: Node, parts: readonly Part[]): Promise<Node> {
  const parent = await parentOnPath(engine.store, branch, node)
  if (!parent)
    throw new LoomRefused(
      'version-of-root',
      node.id,
      `${node.shortId} is the root, and a root has no versions. Begin a conversation instead.`,
    )
  const [version] = await write(engine, branch, node, [
    { ...copyOf(engine, node, parent.id), parts, editedFrom: node.id },
  ])
  return version as Node
}

/**
 * Puts two nodes in the place of one: its text up to a point, and the rest behind that, which takes over what followed. The node
 * itself stays as it is, beside the first of them, with all it ever led to; selecting it undoes the split. `at` counts code
 * points. Throws LoomRefused `split-root`, `split-parts`, `split-point`.
 */
export async function splitNode(
  engine: Engine,
  branch: Branch,
  node: Node,
  at: number,
): Promise<readonly [Node, Node]> {
  const parent = await parentOnPath(engine.store, branch, node)
  if (!parent)
    throw new LoomRefused(
      'split-root',
      node.id,
      `${node.shortId} is the root, which has no versions and cannot be split.`,
    )
  const text = await textOf(engine.store, node, 'split-parts')
  const points = [...text]
  if (!Number.isInteger(at) || at < 1 || at >= points.length)
    throw new LoomRefused(
      'split-point',
      node.id,
      `${node.shortId} has ${points.length} characters: it can be split at 1 to ${points.length - 1}.`,
    )
  const first = { ...copyOf(engine, node, parent.id), parts: textParts(points.slice(0, at).join('')) }
  const rest = {
    ...copyOf(engine, node, first.id),
    parts: textParts(points.slice(at).join('')),
    editedFrom: node.id,
  }
  const [before, behind] = await write(engine, branch, node, [first, rest])
  return [before as Node, behind as Node]
}

/**
 * Puts one node in the place of a node and its parent, with both texts, nothing between them; it takes over what followed. Both
 * stay as they are. Throws LoomRefused `merge-root` at the root and behind it, `merge-siblings`, `merge-parts`.
 */
export async function mergeWithParent(engine: Engine, branch: Branch, node: Node): Promise<Node> {
  const { store } = engine
  const parent = await parentOnPath(store, branch, node)
  if (!parent)
    throw new LoomRefused('merge-root', node.id, `${node.shortId} is the root: it has no parent to merge with.`)
  const above = await parentOnPath(store, branch, parent)
  if (!above)
    throw new LoomRefused(
      'merge-root',
      node.id,
      `The parent of ${node.shortId} is the root, which has no versions and stays as it is.`,
    )
  if (await hasSiblings(store, parent, node))
    throw new LoomRefused(
      'merge-siblings',
      node.id,
      `${node.shortId} has siblings. Merge where nothing else follows the parent.`,
    )
  const text = (await textOf(store, parent, 'merge-parts')) + (await textOf(store, node, 'merge-parts'))
  const merged = { ...copyOf(engine, parent, above.id), parts: textParts(text), editedFrom: node.id }
  const [made] = await write(engine, branch, node, [merged])
  return made as Node
}

/** A node of the same author, written now, behind a parent. */
function copyOf(
  { newId, now }: Engine,
  { author, authorId, annotation }: Node,
  parent: string,
): Omit<NewNode, 'parts'> {
  const by = authorId === undefined ? {} : { authorId }
  return { id: newId(), parent, author, ...by, ...(annotation ? { annotation } : {}), createdAt: now() }
}

/** What stands before a node on the branch's path: a version of its parent where there is a later one. */
async function parentOnPath(store: Store, branch: Branch, node: Node): Promise<Node | undefined> {
  const { detours } = await store.route(node.id, branch.id)
  const id = detours.find(({ at }) => at === node.id)?.to ?? node.parent
  return id === null ? undefined : await store.node(id)
}

const page = 200

/** Whether something else than the node, and other versions of it, comes from its parent. */
async function hasSiblings(store: Store, parent: Node, node: Node): Promise<boolean> {
  const origin = await originOf(store, node)
  for (let after: string | undefined; ; ) {
    const children = await store.children(parent.id, { limit: page, ...(after === undefined ? {} : { after }) })
    for (const child of children) if (child.id !== node.id && (await originOf(store, child)) !== origin) return true
    after = children.at(-1)?.id
    if (children.length < page) return false
  }
}

/** Writes nodes of which the last takes over from an old one, and lets the branch go on with it. */
async function write(engine: Engine, branch: Branch, old: Node, nodes: readonly NewNode[]): Promise<readonly Node[]> {
  const { store } = engine
  const written = await store.append(nodes, { conversation: old.conversation, measures: [] })
  const last = written.at(-1)
  if (!last) return written
  if ((await store.branch(branch.id))?.head === old.id) await store.moveBranch(branch.id, last.id)
  for (const [target, selection] of await store.selections(branch.id))
    if (selection.source === old.id)
      await store.select(branch.id, target, { ...selection, source: last.id }, engine.now())
  return written
}

function textParts(text: string): readonly Part[] {
  return [{ kind: 'text', text }]
}

async function textOf(store: Store, node: Node, code: 'split-parts' | 'merge-parts'): Promise<string> {
  const parts = (await store.contents([node.content])).get(node.content) ?? []
  const [only] = parts
  if (parts.length === 1 && only?.kind === 'text' && only.provider === undefined) return only.text
  throw new LoomRefused(
    code,
    node.id,
    `${node.shortId} does not hold text alone. Only plain text can be split and merged.`,
  )
}
