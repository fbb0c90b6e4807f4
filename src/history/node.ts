import type { Digest } from '../core/content/digest.ts'
import type { AuthorType } from '../core/content/part.ts'

/** How a content went: a person purged it, or it was lost to damage of the store. */
export type Gone = 'purged' | 'lost'

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
  /** Its content is not there any more; the node is empty then. */
  readonly gone?: Gone
  /** A tool result that answers no open call on its path. */
  readonly unmatched: boolean
  /** A note about its parent, on no path behind it: the edge that was made with it is an annotation. */
  readonly annotation?: true
  /** The node that this one is a version of. */
  readonly editedFrom?: string
  /** How many of its calls were still open on the path up to and with this node. */
  readonly openCalls: number
}

/** A node with its size in one measure. */
export interface SizedNode extends Node {
  readonly size: number
}

/**
 * A node on a path. `total` is the size of everything from the beginning of the path up to and with it; `position` is how
 * many nodes stand before it.
 */
export interface PathNode extends SizedNode {
  readonly total: number
  readonly position: number
}

/** Where a node stands among the children of its parent, in the order in which they were written. */
export interface Siblings {
  /** How many stand before it. */
  readonly index: number
  /** How many there are, itself included. */
  readonly count: number
  readonly first: string
  readonly last: string
  readonly previous: string | null
  readonly next: string | null
}

/** A node that a person wants to find again. Times are Unix milliseconds. */
export interface Bookmark {
  readonly node: string
  readonly label: string
  readonly at: number
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
