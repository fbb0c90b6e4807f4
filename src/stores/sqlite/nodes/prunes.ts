import type { Prune } from '../../../history/prune.ts'
import { PruneNotFound } from '../../errors.ts'
import type { Trees } from '../../store.ts'
import type { ConversationKeys } from '../conversation-keys.ts'
import type { Connection } from '../database/connection.ts'
import { slot } from '../database/statement.ts'
import type { Revisions } from '../revisions.ts'
import { descendants } from './descendants.ts'
import { runsOnLine } from './runs.ts'
import type { Link, Tree } from './tree.ts'

/** Depths of a line, both included. */
export type Depths = readonly [from: number, to: number]

/** The prunes of a store. */
export interface Prunes extends Pick<Trees, 'prune' | 'restore' | 'prunes' | 'descendantCount'> {
  /** The depths on the way from a node to the root that prunes cover as of a revision: apart, in order. */
  covered(bottom: Link, revision: number): Depths[]
}

/** What prunes need. */
export interface PruneParts {
  readonly tree: Tree
  readonly revisions: Revisions
  readonly conversations: ConversationKeys
}

/**
 * Writes and finds prunes. A prune is kept as the tops of what it covers: from a top on, a path is covered as far as its
 * nodes were written before the prune. So it takes a row or two, however many nodes it covers.
 */
export function prunes(connection: Connection, { tree, revisions, conversations }: PruneParts): Prunes {
  const below = descendants(connection)
  const lastKey = connection.prepare((query) => query.selectFrom('nodes').select(({ fn }) => fn.max('key').as('key')))
  const insert = connection.prepare((query) =>
    query.insertInto('prunes').values({
      revision: slot(0),
      conversation: slot(1),
      node: slot(2),
      last_key: slot(3),
      count: slot(4),
      at: slot<number>(5),
    }),
  )
  const insertTop = connection.prepare((query) =>
    query.insertInto('prune_tops').values({ conversation: slot(0), node: slot(1), prune: slot(2) }),
  )
  const restore = connection.prepare((query) =>
    query
      .updateTable('prunes')
      .set({ restored: slot<number>(1), restored_at: slot<number>(2) })
      .where('revision', '=', slot<number>(0))
      .where('restored', 'is', null),
  )
  const standing = connection.prepare((query) =>
    query
      .selectFrom('prunes')
      .innerJoin('nodes', 'nodes.key', 'prunes.node')
      .select(['revision', 'nodes.id as node', 'count', 'at'])
      .where('prunes.conversation', '=', slot<number>(0))
      .where('restored', 'is', null)
      .orderBy('revision'),
  )
  const nearest = connection.prepare((query) =>
    query
      .selectFrom('prune_tops')
      .select('node')
      .where('conversation', '=', slot<number>(0))
      .where('node', '<=', slot<number>(1))
      .orderBy('node', 'desc')
      .limit(1),
  )
  const tops = connection.prepare((query) =>
    query
      .selectFrom('prune_tops')
      .innerJoin('prunes', 'prunes.revision', 'prune_tops.prune')
      .select(['prune_tops.node', 'prunes.last_key'])
      .where('prune_tops.conversation', '=', slot<number>(0))
      .where('prune_tops.node', '>=', slot<number>(1))
      .where('prune_tops.node', '<=', slot<number>(2))
      .where('prunes.revision', '<=', slot<number>(3))
      .where((eb) => eb.or([eb('restored', 'is', null), eb('restored', '>', slot<number>(4))])),
  )
  return {
    covered: (bottom, revision) => {
      const found: Depths[] = []
      const { conversation } = bottom
      for (const run of runsOnLine(tree, bottom, 0, (key) => nearest.get(conversation, key)?.node))
        for (const { node, last_key } of tops.all(conversation, run.top.key, run.bottom.key, revision, revision)) {
          const last = tree.atMost(bottom, last_key)
          if (last) found.push([run.top.depth + node - run.top.key, last.depth])
        }
      return joined(found)
    },
    prune: async (id, at) =>
      connection.transaction(() => {
        const top = tree.linkOf(id)
        const revision = revisions.next()
        const covered = below(top.key)
        const keys = new Set(covered.map(({ key }) => key))
        insert.run(revision, top.conversation, top.key, lastKey.get()?.key ?? top.key, covered.length, at)
        for (const { key, parent } of covered)
          if (key === top.key || !keys.has(parent ?? -1)) insertTop.run(top.conversation, key, revision)
        return { id: pruneId(revision), node: id, count: covered.length, at }
      }),
    restore: async (id, at) =>
      connection.transaction(() => {
        const number = pruneNumber(id)
        if (number === undefined || restore.run(number, revisions.next(), at) === 0) throw new PruneNotFound(id)
      }),
    prunes: async (conversation) =>
      standing
        .all(conversations.keyOf(conversation))
        .map(({ revision, ...prune }): Prune => ({ id: pruneId(revision), ...prune })),
    descendantCount: async (id) => connection.reading(() => below(tree.linkOf(id).key).length - 1),
  }
}

function pruneId(revision: number): string {
  return `prune-${revision}`
}

function pruneNumber(id: string): number | undefined {
  const number = Number(/^prune-([1-9]\d{0,14})$/.exec(id)?.[1])
  return Number.isNaN(number) ? undefined : number
}

/** Joins what overlaps or touches. */
function joined(depths: readonly Depths[]): Depths[] {
  const found: [number, number][] = []
  for (const [from, to] of depths.toSorted((a, b) => a[0] - b[0])) {
    const last = found.at(-1)
    if (last && from <= last[1] + 1) last[1] = Math.max(last[1], to)
    else found.push([from, to])
  }
  return found
}
