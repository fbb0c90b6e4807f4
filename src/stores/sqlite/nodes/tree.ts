import { jumpDepth } from '../../../history/jump.ts'
import { NodeNotFound } from '../../errors.ts'
import type { Connection } from '../database/connection.ts'
import { slot } from '../database/statement.ts'

/** A node's links, by keys. */
export interface Link {
  readonly key: number
  readonly id: string
  readonly conversation: number
  readonly depth: number
  readonly parent: number | null
  readonly jump: number
  /** The note at which the path to it begins by way of parents; null where that is the root. */
  readonly base: number | null
}

/** Nodes by id and by key, and the way up. A parent's key is always less than its child's. */
export interface Tree {
  /** Throws `NodeNotFound`. */
  linkOf(id: string): Link
  find(id: string): Link | undefined
  link(key: number): Link
  idOf(key: number): string
  /** The ancestor at a depth, or the node itself, in a number of steps logarithmic in the depth. */
  ancestor(from: Link, depth: number): Link
  /** Whether a node is on the way from another to the root, or is that one. */
  isAbove(from: Link, above: Link): boolean
  /** The lowest on the way to the root whose key is not above this one; undefined where all are. Logarithmic, too. */
  atMost(from: Link, key: number): Link | undefined
  /**
   * The highest of the nodes on the way from this one to the root that still passes. The test holds for this node, and
   * where it fails for a node it fails for all above it. Logarithmic, too.
   */
  highest(from: Link, passes: (link: Link) => boolean): Link
}

/** Reads the links of a store's nodes. */
export function tree(connection: Connection): Tree {
  const columns = ['key', 'id', 'conversation', 'depth', 'parent', 'jump', 'base'] as const
  const byId = connection.prepare((query) =>
    query.selectFrom('nodes').select(columns).where('id', '=', slot<string>(0)),
  )
  const byKey = connection.prepare((query) =>
    query.selectFrom('nodes').select(columns).where('key', '=', slot<number>(0)),
  )
  const id = connection.prepare((query) => query.selectFrom('nodes').select('id').where('key', '=', slot<number>(0)))

  const link = (key: number): Link => {
    const row = byKey.get(key)
    if (!row) throw new NodeNotFound(`number ${key}`)
    return row
  }
  const ancestor = (from: Link, depth: number): Link => {
    let at = from
    while (at.depth > depth && at.parent !== null) at = link(jumpDepth(at.depth) >= depth ? at.jump : at.parent)
    return at
  }
  return {
    link,
    find: (nodeId) => byId.get(nodeId),
    linkOf: (nodeId) => {
      const row = byId.get(nodeId)
      if (!row) throw new NodeNotFound(nodeId)
      return row
    },
    idOf: (key) => {
      const row = id.get(key)
      if (!row) throw new NodeNotFound(`number ${key}`)
      return row.id
    },
    ancestor,
    isAbove: (from, above) => above.key <= from.key && ancestor(from, above.depth).key === above.key,
    atMost: (from, key) => {
      let at = from
      while (at.key > key) {
        if (at.parent === null) return undefined
        const far = link(at.jump)
        at = far.key > key || at.jump === at.parent ? far : link(at.parent)
      }
      return at
    },
    highest: (from, passes) => {
      let at = from
      while (at.parent !== null) {
        const far = link(at.jump)
        const near = at.jump === at.parent ? far : undefined
        if (passes(far)) at = far
        else if (near) return at
        else {
          const parent = link(at.parent)
          if (!passes(parent)) return at
          at = parent
        }
      }
      return at
    },
  }
}
