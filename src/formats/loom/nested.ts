import type { Json } from '../../core/content/json.ts'
import { type NodeDraft, nodeEntry } from '../draft.ts'
import type { Entry, TextSource } from '../format.ts'
import { leftOut } from '../json-lines.ts'
import { nextKey } from '../keys.ts'
import type { Choose } from '../stream/scan.ts'
import { type JsonItem, jsonItems } from '../stream/values.ts'
import { draftOf, ownFields } from './node.ts'

/** A node as it was found, in the order of the file, in which each stands behind its parent. */
interface Found {
  readonly parent: number | null
  readonly fields: Map<string, Json>
  draft?: NodeDraft
  /** It has a text, or was read to its end. */
  whole: boolean
  key: string
}

/** What is found beside the nodes. */
interface Tree {
  readonly nodes: Found[]
  readonly fields: Map<string, Json>
  /** The nodes around the place that is being read, by number. */
  readonly open: number[]
  readonly problems: string[]
}

/**
 * Reads nodes that hold their children, however deep. All of them are held until the end, since a node's text may
 * stand behind its children.
 */
export async function* readNested(source: TextSource): AsyncIterable<Entry> {
  const tree: Tree = { nodes: [], fields: new Map(), open: [], problems: [] }
  for await (const item of jsonItems(source, choose)) take(item, tree)
  const problems = tree.problems.map((message): Entry => ({ kind: 'problem', message }))
  const nodes = kept(tree.nodes)
  const [root] = nodes
  if (root === undefined) {
    yield* problems
    if (problems.length === 0) yield leftOut(undefined, 'there is no node with text in it')
    return
  }
  for (const node of nodes) node.draft ??= draftOf(Object.fromEntries(node.fields))
  nameAll(tree.nodes, nodes)
  const title = titleOf(tree.fields)
  yield {
    kind: 'conversation',
    key: `${source.name}#${root.key}`,
    mode: 'buffer',
    ...title,
    ...(root.draft?.createdAt === undefined ? {} : { createdAt: root.draft.createdAt }),
  }
  const current = String(tree.fields.get('selected_node_id') ?? tree.fields.get('current') ?? '')
  for (const node of nodes) {
    const above = node.parent === null ? undefined : tree.nodes[node.parent]?.key
    const parent = node === root ? null : (above ?? root.key)
    const draft = node.draft ?? draftOf(Object.fromEntries(node.fields))
    yield nodeEntry(current !== '' && node.key === current ? { ...draft, current: true } : draft, node.key, parent)
  }
  yield* problems
}

const treeFields: ReadonlySet<string> = new Set(['selected_node_id', 'current', 'name', 'title'])

const choose: Choose = ({ depth, key }, shape) => {
  if (depth === 0) return shape === 'object' ? 'enter' : 'skip'
  if (typeof key === 'number') return shape === 'object' ? 'enter' : 'skip'
  if (key === 'children') return shape === 'array' ? 'enter' : 'skip'
  if (key === 'root' && depth === 1 && shape === 'object') return 'enter'
  return ownFields.has(key ?? '') || (depth === 1 && treeFields.has(key ?? '')) ? 'take' : 'skip'
}

function take(item: JsonItem, tree: Tree): void {
  const { nodes, open } = tree
  const at = open.at(-1) ?? null
  if (item.kind === 'broken') {
    tree.problems.push(`The file was read up to node ${nodes.length}; the rest was left out: ${item.message}.`)
  } else if (item.kind === 'damaged') {
    tree.problems.push(`The field "${item.key}" of node ${nodes.length} was left out: ${item.message}.`)
  } else if (item.kind === 'enter') {
    if (item.shape === 'array') return
    open.push(nodes.length)
    nodes.push({ parent: item.key === 'root' ? null : at, fields: new Map(), whole: false, key: '' })
  } else if (item.kind === 'leave') {
    const left = item.key === 'children' ? undefined : open.pop()
    const node = left === undefined ? undefined : nodes[left]
    if (!node) return
    node.whole ||= node.fields.has('text')
    node.draft = draftOf(Object.fromEntries(node.fields))
    if (left !== 0) forget(node)
  } else {
    if (item.depth === 1 && treeFields.has(String(item.key))) tree.fields.set(String(item.key), item.value)
    const node = at === null ? undefined : nodes[at]
    node?.fields.set(String(item.key), item.value)
    if (node && item.key === 'text') node.whole = true
  }
}

/** Only the id is needed of a node that was read to its end. */
function forget(node: Found): void {
  for (const field of node.fields.keys()) if (field !== 'id') node.fields.delete(field)
}

/** Nodes with a text, and those that have such nodes below them. The object that only holds the root is none. */
function kept(nodes: readonly Found[]): readonly Found[] {
  const needed = new Set<Found>()
  for (const node of nodes.toReversed()) {
    if (!node.whole && !needed.has(node)) continue
    needed.add(node)
    const above = node.parent === null ? undefined : nodes[node.parent]
    if (above) needed.add(above)
  }
  return nodes.filter((node) => needed.has(node))
}

/** The node's own id, or one made of its parent's, its text and its place among its siblings. */
function nameAll(all: readonly Found[], nodes: readonly Found[]): void {
  const known = new Set<string>()
  const siblings = new Map<number | null, number>()
  for (const node of nodes) {
    const number = siblings.get(node.parent) ?? 0
    siblings.set(node.parent, number + 1)
    const id = node.fields.get('id')
    const own = typeof id === 'string' || typeof id === 'number' ? String(id) : ''
    const above = node.parent === null ? '' : (all[node.parent]?.key ?? '')
    const text = node.draft?.parts.map((part) => ('text' in part ? part.text : '')).join('') ?? ''
    node.key = own !== '' && !known.has(own) ? own : nextKey(above, { text, number })
    known.add(node.key)
  }
}

function titleOf(fields: ReadonlyMap<string, Json>): { readonly title?: string } {
  const title = [fields.get('title'), fields.get('name')].find((name) => typeof name === 'string' && name !== '')
  return typeof title === 'string' ? { title } : {}
}
