import { hash } from 'node:crypto'
import { derive } from '../../history/derive.ts'
import { jumpsFar } from '../../history/jump.ts'
import type { Node } from '../../history/node.ts'
import { nodeHashText } from '../../history/node-hash.ts'
import { shortIds } from '../../history/short-id.ts'
import { DuplicateId, ForeignParent, NodeNotFound, SecondRoot } from '../errors.ts'
import type { AppendTarget, Conversations, NewNode } from '../store.ts'
import { hex } from './blobs.ts'
import type { Branches } from './branches.ts'
import { type Connection, isUniqueViolation } from './connection.ts'
import type { Intake, Prepared, TakenContent } from './intake.ts'
import { authors, packCalls, unpackCalls } from './node-row.ts'
import type { PathParts } from './paths.ts'
import { slot } from './statement.ts'

/** What a child takes over from its parent. */
interface Parent {
  readonly key: number
  readonly jump: number
  readonly hash: string
  readonly derived: Parameters<typeof derive<number>>[2] & object
  /** By measure, in the target's order. */
  readonly totals: readonly number[]
}

/** What appending needs besides reading paths. */
export interface AppendParts extends PathParts {
  readonly branches: Branches
  readonly intake: Intake
}

/** Writes nodes. Each costs the same, however deep it is. */
export function appending(connection: Connection, parts: AppendParts): Pick<Conversations, 'append' | 'imported'> {
  const { tree, sizes, conversations, branches, intake } = parts
  const parentRow = connection.prepare((query) =>
    query
      .selectFrom('nodes')
      .select(['key', 'conversation', 'depth', 'jump', 'hash', 'newest_human', 'open_calls'])
      .where('id', '=', slot<string>(0)),
  )
  const lastKey = connection.prepare((query) => query.selectFrom('nodes').select(({ fn }) => fn.max('key').as('key')))
  const counter = connection.prepare((query) =>
    query.selectFrom('conversations').select(['nodes', 'root']).where('key', '=', slot<number>(0)),
  )
  const setCounter = connection.prepare((query) =>
    query
      .updateTable('conversations')
      .set({ nodes: slot<number>(1), root: slot<number>(2) })
      .where('key', '=', slot<number>(0)),
  )
  const insert = connection.prepare((query) =>
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
      })
      .onConflict((conflict) => conflict.columns(['conversation', 'short_id']).doNothing()),
  )
  const addKey = connection.prepare((query) =>
    query.insertInto('node_keys').values({ conversation: slot(0), key: slot(1), node: slot(2) }),
  )
  const findKey = connection.prepare((query) =>
    query
      .selectFrom('node_keys')
      .innerJoin('nodes', 'nodes.key', 'node_keys.node')
      .select('nodes.id')
      .where('node_keys.conversation', '=', slot<number>(0))
      .where('node_keys.key', '=', slot<string>(1)),
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
    }
  }

  const write = (nodes: readonly NewNode[], prepared: Prepared, target: AppendTarget): Node[] => {
    const conversation = conversations.keyOf(target.conversation)
    const contents = intake.store(prepared)
    const { measures } = prepared
    const known = new Map<string, Parent>()
    const jumps = new Map<number, number>()
    const ids = new Map<number, string>()
    const idOf = (key: number): string => ids.get(key) ?? tree.idOf(key)
    const jumpOf = (key: number): number => jumps.get(key) ?? tree.link(key).jump
    const count = counter.get(conversation)
    let root = count?.root ?? null
    let stored = count?.nodes ?? 0
    let key = lastKey.get()?.key ?? 0

    const put = (node: NewNode, content: TakenContent): Node => {
      key++
      const parent = node.parent === null ? null : (known.get(node.parent) ?? storedParent(node.parent, conversation, measures))
      if (parent === null) {
        if (root !== null) throw new SecondRoot(node.id, target.conversation)
        root = key
      }
      const derived = derive(key, node, parent?.derived ?? null)
      const jump = parent === null ? key : jumpsFar(parent.derived.depth) ? jumpOf(parent.jump) : parent.key
      const { author, authorId, createdAt } = node
      const parentHash = parent?.hash ?? null
      const hashBytes = hash('sha256', nodeHashText({ content: content.digest, parentHash, author, authorId, createdAt }), 'buffer')
      const nodeHash = hashBytes.toString('hex')
      const put = (short: string): boolean =>
        insert.run(
          key,
          node.id,
          conversation,
          short,
          parent?.key ?? null,
          jump,
          derived.depth,
          content.key,
          authors.indexOf(author),
          authorId ?? null,
          hashBytes,
          createdAt,
          derived.atom,
          derived.newestHuman,
          derived.empty ? 1 : 0,
          derived.unmatched ? 1 : 0,
          derived.open.length,
          packCalls(derived.open, derived.run),
        ) === 1
      const shortId = firstFree(node.id, stored, put)
      const totals = measures.map((_, at) => (parent?.totals[at] ?? 0) + (content.sizes[at] ?? 0))
      measures.forEach((measure, at) => sizes.addTotal(key, measure, totals[at] ?? 0))
      if (node.key !== undefined) addNodeKey(conversation, node.key, key)
      stored++
      known.set(node.id, { key, jump, hash: nodeHash, derived, totals })
      jumps.set(key, jump)
      ids.set(key, node.id)
      return {
        id: node.id,
        shortId,
        conversation: target.conversation,
        parent: node.parent,
        depth: derived.depth,
        author,
        ...(authorId === undefined ? {} : { authorId }),
        content: content.digest,
        hash: nodeHash,
        createdAt,
        ...(derived.atom === null ? {} : { atom: idOf(derived.atom) }),
        ...(derived.newestHuman === null ? {} : { newestHuman: idOf(derived.newestHuman) }),
        empty: derived.empty,
        unmatched: derived.unmatched,
        openCalls: derived.open.length,
      }
    }
    const written = nodes.map((node, at) => put(node, contents[at] as TakenContent))
    if (written.length > 0) setCounter.run(conversation, stored, root)
    if (target.branch !== undefined && written.length > 0) branches.move(target.branch, conversation, key)
    for (const branch of target.branches ?? []) branches.put(branch, conversation)
    return written
  }

  const addNodeKey = (conversation: number, key: string, node: number): void => {
    try {
      addKey.run(conversation, key, node)
    } catch (error) {
      throw isUniqueViolation(error) ? new DuplicateId('key', key) : error
    }
  }

  return {
    append: async (nodes, target) => {
      const conversation = conversations.keyOf(target.conversation)
      const outside = connection.reading(() => [...parentsOutside(nodes)].map(tree.linkOf))
      for (const { id, key, conversation: held } of outside) {
        if (held !== conversation) throw new ForeignParent(id)
        for (const measure of target.measures) sizes.fill(key, measure)
      }
      const prepared = intake.prepare(nodes, target.measures)
      return connection.transaction(() => write(nodes, prepared, target))
    },
    imported: async (conversation, keys) => {
      const number = conversations.keyOf(conversation)
      const found = connection.reading(() => keys.map((key) => [key, findKey.get(number, key)?.id] as const))
      return new Map(found.filter((entry): entry is [string, string] => entry[1] !== undefined))
    },
  }
}

/** Tries the short ids in turn; `put` says whether one was free. */
function firstFree(id: string, nodes: number, put: (short: string) => boolean): string {
  try {
    for (const short of shortIds(id, nodes)) if (put(short)) return short
  } catch (error) {
    throw isUniqueViolation(error) ? new DuplicateId('node', id) : error
  }
  throw new DuplicateId('node', id)
}

/** The parents that are not in the list themselves. */
function parentsOutside(nodes: readonly NewNode[]): Set<string> {
  const given = new Set(nodes.map(({ id }) => id))
  return new Set(nodes.flatMap(({ parent }) => (parent === null || given.has(parent) ? [] : [parent])))
}
