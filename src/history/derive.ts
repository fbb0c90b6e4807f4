import { type AuthorType, isEmpty, type Part } from '../core/content/part.ts'

/** How many nodes may pass without a call or a result of its atom until an open call is given up. */
export const openForNodes = 32

/** How many calls may be open at a time; the oldest are given up first. */
export const openAtOnce = 64

/** A call that no result has answered yet. `depth` is that of the last node that had to do with its atom. */
export interface OpenCall<Id> {
  readonly callId: string
  readonly atom: Id
  readonly depth: number
}

/**
 * What follows for a node from its own content and its parent alone. `Id` is however the store names nodes. `run` is the
 * atom of the model nodes that stand together up to here, as long as one of their calls is open.
 */
export interface Derived<Id> {
  readonly depth: number
  readonly atom: Id | null
  readonly newestHuman: Id | null
  readonly empty: boolean
  readonly unmatched: boolean
  readonly open: readonly OpenCall<Id>[]
  readonly run: Id | null
}

/** What a parent hands down. */
export type Inherited<Id> = Pick<Derived<Id>, 'depth' | 'newestHuman' | 'open' | 'run'>

/**
 * Derives a node's place in its path, in time that does not depend on the depth.
 *
 * - A result belongs to the atom of the oldest call that its node answers; if it answers none, the node is unmatched.
 * - Calls open an atom named after their node, unless the node answers a call itself or stands directly behind model
 *   nodes whose calls are open: then they belong to that atom. So calls written as several nodes, and their results,
 *   are one atom.
 */
export function derive<Id>(
  id: Id,
  node: { readonly author: AuthorType; readonly parts: readonly Part[] },
  parent: Inherited<Id> | null,
): Derived<Id> {
  const depth = parent === null ? 0 : parent.depth + 1
  const empty = isEmpty(node.parts)
  const newestHuman = node.author === 'human' && !empty ? id : (parent?.newestHuman ?? null)
  const before = parent === null ? [] : parent.open.filter((call) => depth - call.depth <= openForNodes)
  const { opened, answered, left, results, ownAnswered } = matchCalls(node.parts, before)
  const opens = node.parts.some((part) => part.kind === 'tool-call')
  const joined = node.author === 'model' ? (parent?.run ?? null) : null
  const atom = answered[0]?.atom ?? (opens ? (joined ?? id) : null)
  const open = [
    ...left.map((call) => (call.atom === atom ? { ...call, depth } : call)),
    ...opensIn(opened, atom, depth),
  ]
  const run = node.author !== 'model' ? null : opens ? atom : results ? null : joined
  return {
    depth,
    atom,
    newestHuman,
    empty,
    unmatched: results && answered.length === 0 && !ownAnswered,
    open: open.slice(-openAtOnce),
    run: open.some((call) => call.atom === run) ? run : null,
  }
}

interface Matched<Id> {
  /** Ids of the node's own calls that it does not answer itself. */
  readonly opened: readonly string[]
  /** Earlier calls that the node answers, oldest first. */
  readonly answered: readonly OpenCall<Id>[]
  /** Earlier calls that stay open. */
  readonly left: readonly OpenCall<Id>[]
  readonly results: boolean
  /** A result answers a call that stands before it in the same node. */
  readonly ownAnswered: boolean
}

function matchCalls<Id>(parts: readonly Part[], before: readonly OpenCall<Id>[]): Matched<Id> {
  const opened = new Set<string>()
  const closed = new Set<string>()
  const replaced = new Set<string>()
  let results = false
  let ownAnswered = false
  for (const part of parts) {
    if (part.kind === 'tool-call') {
      opened.add(part.callId)
      if (!closed.has(part.callId)) replaced.add(part.callId)
    } else if (part.kind === 'tool-result') {
      results = true
      if (opened.delete(part.callId)) ownAnswered = true
      else closed.add(part.callId)
    }
  }
  return {
    opened: [...opened],
    answered: before.filter((call) => closed.has(call.callId)),
    left: before.filter((call) => !closed.has(call.callId) && !replaced.has(call.callId)),
    results,
    ownAnswered,
  }
}

function opensIn<Id>(callIds: readonly string[], atom: Id | null, depth: number): OpenCall<Id>[] {
  return atom === null ? [] : callIds.map((callId) => ({ callId, atom, depth }))
}
