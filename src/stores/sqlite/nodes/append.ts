import { ForeignParent } from '../../errors.ts'
import type { Conversations, NewNode } from '../../store.ts'
import type { Branches } from '../branches.ts'
import type { Connection } from '../database/connection.ts'
import { slot } from '../database/statement.ts'
import type { Intake } from './intake.ts'
import type { PathParts } from './paths.ts'
import { type NodeLinks, nodeWriter } from './write.ts'

/** What appending needs besides reading paths. */
export interface AppendParts extends PathParts {
  readonly branches: Branches
  readonly intake: Intake
  readonly links: NodeLinks
}

/** Writes nodes, in one transaction for each list, and finds what was imported before. */
export function appending(connection: Connection, parts: AppendParts): Pick<Conversations, 'append' | 'imported'> {
  const { tree, sizes, conversations, branches, intake } = parts
  const writer = nodeWriter(connection, parts)
  const counter = connection.prepare((query) =>
    query.selectFrom('conversations').select(['nodes', 'root']).where('key', '=', slot<number>(0)),
  )
  const setCounter = connection.prepare((query) =>
    query
      .updateTable('conversations')
      .set({ nodes: slot<number>(1), root: slot<number>(2) })
      .where('key', '=', slot<number>(0)),
  )
  const findKey = connection.prepare((query) =>
    query
      .selectFrom('node_keys')
      .innerJoin('nodes', 'nodes.key', 'node_keys.node')
      .select('nodes.id')
      .where('node_keys.conversation', '=', slot<number>(0))
      .where('node_keys.key', '=', slot<string>(1)),
  )
  return {
    append: async (nodes, target) => {
      const key = conversations.keyOf(target.conversation)
      const outside = connection.reading(() => [...parentsOutside(nodes)].map(tree.linkOf))
      for (const parent of outside) {
        if (parent.conversation !== key) throw new ForeignParent(parent.id)
        for (const measure of target.measures) sizes.fill(parent.key, measure)
      }
      const prepared = intake.prepare(nodes, target.measures)
      return connection.transaction(() => {
        const contents = intake.store(prepared)
        const { nodes: stored = 0, root = null } = counter.get(key) ?? {}
        const conversation = { id: target.conversation, key, nodes: stored, root }
        const written = writer.write(nodes, contents, prepared.measures, conversation)
        if (written.last === null) return []
        setCounter.run(key, stored + nodes.length, written.root)
        if (target.branch !== undefined) branches.move(target.branch, key, written.last)
        for (const branch of target.branches ?? []) branches.put(branch, key)
        return written.nodes
      })
    },
    imported: async (conversation, keys) => {
      const number = conversations.keyOf(conversation)
      const found = connection.reading(() => keys.map((key) => [key, findKey.get(number, key)?.id] as const))
      return new Map(found.filter((entry): entry is [string, string] => entry[1] !== undefined))
    },
  }
}

/** The parents that are not in the list themselves. */
function parentsOutside(nodes: readonly NewNode[]): Set<string> {
  const given = new Set(nodes.map(({ id }) => id))
  return new Set(nodes.flatMap(({ parent }) => (parent === null || given.has(parent) ? [] : [parent])))
}
