import type { Digest } from '../core/content/digest.ts'
import type { AuthorType } from '../core/content/part.ts'

/**
 * One immutable contribution in a conversation tree. What it says is its content, found by `content`. Derived when it
 * is written, from its parent alone: depth, atom, newest human node, and whether a result answers no call.
 */
export interface Node {
  /** A ULID. */
  readonly id: string
  /** Unique in its conversation: lower-case base 32, 4 characters or more. */
  readonly shortId: string
  readonly conversation: string
  readonly parent: string | null
  /** The number of ancestors; 0 for the root. */
  readonly depth: number
  readonly author: AuthorType
  readonly authorId?: string
  readonly content: Digest
  /** Covers content, parent's hash, author and time, so that a changed history shows. */
  readonly hash: Digest
  /** Unix time in milliseconds. */
  readonly createdAt: number
  /** The id of the node that opened the atom this one belongs to. */
  readonly atom?: string
  /** The id of the newest node a person wrote, on the path up to and with this one. */
  readonly newestHuman?: string
  /** There is nothing to send in it. */
  readonly empty: boolean
  /** A tool result that answers no open call on its path. */
  readonly unmatched: boolean
  /** How many of its calls were still open on the path up to and with this node. */
  readonly openCalls: number
}

/** A node on a path with its size in one measure: its own, and that of everything from the root up to and with it. */
export interface PathNode extends Node {
  readonly size: number
  readonly total: number
}

/** A named timeline: where it came from, and how far it goes. `head` is null while nothing has been said. */
export interface Branch {
  readonly id: string
  readonly conversation: string
  readonly name: string
  readonly parent: string | null
  /** The node at which it left its parent. */
  readonly forkPoint: string | null
  readonly head: string | null
  readonly createdAt: number
}
