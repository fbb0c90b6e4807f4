import { hash } from 'node:crypto'
import { derive, type Inherited } from '../../../history/derive.ts'
import { jumpsFar } from '../../../history/jump.ts'
import type { Node } from '../../../history/node.ts'
import { nodeHashText } from '../../../history/node-hash.ts'
import { shortIds } from '../../../history/short-id.ts'
import { DuplicateId, ForeignParent, NodeNotFound, SecondRoot, TwoPrimaries, VersionOfRoot } from '../../errors.ts'
import type { NewNode } from '../../store.ts'
import { hex } from '../blobs.ts'
import type { Connection } from '../database/connection.ts'
import { isUniqueViolation } from '../database/faults.ts'
import { slot } from '../database/statement.ts'
import type { TakenContent } from './intake.ts'
import { authors, type NodeRow, nodeOf, packCalls, unpackCalls } from './node-row.ts'
import type { PathParts } from './paths.ts'

/** The conversation that is written to, as it stands before. */
export interface GrowingConversation {
  readonly id: string
  readonly key: number
  readonly nodes: number
  readonly root: number | null
}

/** What was written; `last` is null where there was nothing to write. */
export interface WrittenNodes {
  readonly nodes: Node[]
  readonly last: number | null
  readonly root: number | null
}

/** Writes nodes inside a transaction. */
export interface NodeWriter {
  /** `contents` are those of the nodes, one for each, with sizes in the order of `measures`, which are keys. */
  write(
    nodes: readonly NewNode[],
    contents: readonly TakenContent[],
    measures: readonly number[],
    conversation: GrowingConversation,
  ): WrittenNodes
}

/** Writes what leads to a node that has just been written, besides its parent. */
export interface NodeLinks {
  write(node: NewNode): void
}

/** What a child takes over from its parent. `totals` are in the order of the measures. */
interface Parent {
  readonly key: number
  readonly jump: number
  readonly hash: string
  readonly derived: Inherited<number>
  readonly totals: readonly number[]
  readonly base: number | null
  /** How many children it has that are no notes, and how many that are. */
  readonly children: [plain: number, notes: number]
}

/** What writing nodes needs. `links` writes what leads to a node besides its parent. */
export interface WriterParts extends Pick<PathParts, 'tree' | 'sizes'> {
  readonly links: NodeLinks
}

/** Writes rows of nodes, their sums and import keys. Each node costs the same, however deep it is. */
export function nodeWriter(connection: Connection, { tree, sizes, links }: WriterParts): NodeWriter {
  const parentRow = connection.prepare((query) =>
    query
      .selectFrom('nodes')
      .select(['key', 'conversation', 'depth', 'jump', 'hash', 'newest_human', 'open_calls', 'base'])
      .where('id', '=', slot<string>(0)),
  )
  const lastKey = connection.prepare((query) => query.selectFrom('nodes').select(({ fn }) => fn.max('key').as('key')))
  const insertNode = connection.prepare((query) =>
    query
      .insertInto('nodes')
      .values({
        key: slot(0),
        id: slot(1),
        conversation: slot(2),
        short_id: slot(3),
        parent: slot(4),
        jump: slot(5),
        depth: slot(6),
        content: slot(7),
        author: slot(8),
        author_id: slot(9),
        hash: slot(10),
        created_at: slot(11),
        atom: slot(12),
        newest_human: slot(13),
        empty: slot(14),
        unmatched: slot(15),
        open_count: slot(16),
        open_calls: slot(17),
        note: slot(18),
        base: slot(19),
        ordinal: slot(20),
        edited_from: slot(21),
      })
      .onConflict((conflict) => conflict.columns(['conversation', 'short_id']).doNothing()),
  )
  const insertKey = connection.prepare((query) =>
    query.insertInto('node_keys').values({ conversation: slot(0), key: slot(1), node: slot(2) }),
  )

  const lastChild = connection.prepare((query) =>
    query
      .selectFrom('nodes')
      .select('ordinal')
      .where('parent', '=', slot<number>(0))
      .where('note', '=', slot<number>(1))
      .orderBy('key', 'desc')
      .limit(1),
  )
  const storedParent = (id: string, conversation: number, measures: readonly number[]): Parent => {
    const row = parentRow.get(id)
    if (!row) throw new NodeNotFound(id)
    if (row.conversation !== conversation) throw new ForeignParent(id)
    return {
      key: row.key,
      jump: row.jump,
      hash: hex(row.hash),
      derived: { depth: row.depth, newestHuman: row.newest_human, ...unpackCalls(row.open_calls) },
      totals: measures.map((measure) => sizes.total(row.key, measure) ?? 0),
      base: row.base,
      children: [(lastChild.get(row.key, 0)?.ordinal ?? -1) + 1, (lastChild.get(row.key, 1)?.ordinal ?? -1) + 1],
    }
  }
  const addKey = (conversation: number, key: string, node: number): void => {
    try {
      insertKey.run(conversation, key, node)
    } catch (error) {
      throw isUniqueViolation(error) ? new DuplicateId('key', key) : error
    }
  }

  return {
    write: (nodes, contents, measures, conversation) => {
      const known = new Map<string, Parent>()
      const jumps = new Map<number, number>()
      const ids = new Map<number, string>()
      const idOf = (key: number): string => ids.get(key) ?? tree.idOf(key)
      const jumpOf = (key: number): number => jumps.get(key) ?? tree.link(key).jump
      const sourceOf = (id: string): Pick<Parent, 'key' | 'hash'> =>
        known.get(id) ?? storedParent(id, conversation.key, measures)
      let { root } = conversation
      let key = lastKey.get()?.key ?? 0

      const writeOne = (node: NewNode, content: TakenContent, stored: number): Node => {
        key++
        checkEdge(node)
        const parent =
          node.parent === null
            ? null
            : (known.get(node.parent) ?? storedParent(node.parent, conversation.key, measures))
        if (parent !== null && node.parent !== null) known.set(node.parent, parent)
        const note = node.annotation ? 1 : 0
        if (parent === null) {
          if (root !== null && node.editedFrom !== undefined && sourceOf(node.editedFrom).key === root)
            throw new VersionOfRoot(node.editedFrom)
          if (root !== null) throw new SecondRoot(node.id, conversation.id)
          root = key
        } else if (node.parent !== null) ids.set(parent.key, node.parent)
        const derived = derive(key, node, parent && (node.annotation ? alone(parent.derived) : parent.derived))
        const ordinal = parent ? parent.children[note]++ : 0
        const base = note === 1 ? key : (parent?.base ?? null)
        const others = (node.sources ?? []).map((source) => sourceOf(source.node))
        const jump = parent === null ? key : jumpsFar(parent.derived.depth) ? jumpOf(parent.jump) : parent.key
        const bytes = hash('sha256', hashedText(node, content, parent, others), 'buffer')
        const row: Omit<NodeRow, 'short_id'> = {
          key,
          id: node.id,
          parent: parent?.key ?? null,
          depth: derived.depth,
          author: authors.indexOf(node.author),
          author_id: node.authorId ?? null,
          created_at: node.createdAt,
          atom: derived.atom,
          newest_human: derived.newestHuman,
          empty: derived.empty ? 1 : 0,
          unmatched: derived.unmatched ? 1 : 0,
          open_count: derived.open.length,
          note,
          edited_from: node.editedFrom === undefined ? null : sourceOf(node.editedFrom).key,
          hash: bytes.toString('hex'),
          content: content.digest,
        }
        const openCalls = packCalls(derived.open, derived.run)
        const insert = (shortId: string): boolean =>
          insertNode.run(
            key,
            row.id,
            conversation.key,
            shortId,
            row.parent,
            jump,
            row.depth,
            content.key,
            row.author,
            row.author_id,
            bytes,
            row.created_at,
            row.atom,
            row.newest_human,
            row.empty,
            row.unmatched,
            row.open_count,
            openCalls,
            note,
            base,
            ordinal,
            row.edited_from,
          ) === 1
        const short_id = firstFree(node.id, stored, insert)
        const totals = measures.map((measure, at) => {
          const total = (parent?.totals[at] ?? 0) + (content.sizes[at] ?? 0)
          sizes.addTotal(key, measure, total)
          return total
        })
        if (node.key !== undefined) addKey(conversation.key, node.key, key)
        known.set(node.id, { key, jump, hash: row.hash, derived, totals, base, children: [0, 0] })
        jumps.set(key, jump)
        ids.set(key, node.id)
        if (note === 1 || others.length > 0 || node.editedFrom !== undefined) links.write(node)
        return nodeOf({ ...row, short_id }, conversation.id, idOf)
      }

      const written: Node[] = []
      for (const [at, node] of nodes.entries()) {
        const content = contents[at]
        if (content) written.push(writeOne(node, content, conversation.nodes + at))
      }
      return { nodes: written, last: written.length === 0 ? null : key, root }
    },
  }
}

/** A note begins a path: it takes nothing over from what it is about but its place in the tree. */
function alone({ depth }: Inherited<number>): Inherited<number> {
  return { depth, newestHuman: null, open: [], run: null }
}

/** The parent is the one primary source of the edge that is made with a node. */
function checkEdge({ id, parent, annotation, sources = [] }: NewNode): void {
  const others = sources.filter(({ role }) => role === 'primary').length
  if (others > 0) throw new TwoPrimaries(id, others + (parent === null ? 0 : 1))
  if (parent === null && (annotation || sources.length > 0)) throw new TwoPrimaries(id, 0)
}

function hashedText(
  { author, authorId, createdAt }: NewNode,
  content: TakenContent,
  parent: Parent | null,
  others: readonly Pick<Parent, 'hash'>[],
): string {
  const parentHash = parent?.hash ?? null
  const otherParents = others.map((other) => other.hash)
  return nodeHashText({ content: content.digest, parentHash, otherParents, author, authorId, createdAt })
}

/** Tries the short ids in turn; `insert` says whether one was free. */
function firstFree(id: string, nodes: number, insert: (shortId: string) => boolean): string {
  try {
    for (const shortId of shortIds(id, nodes)) if (insert(shortId)) return shortId
  } catch (error) {
    throw isUniqueViolation(error) ? new DuplicateId('node', id) : error
  }
  throw new DuplicateId('node', id)
}
