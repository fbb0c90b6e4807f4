import type { Bookmark } from '../history/node.ts'
import type { Stretch } from './stretch.ts'

/** What a person notes beside nodes, and nothing is planned by. */
export interface Notebook {
  /** Sets a node's bookmark, or removes it (null). */
  bookmark(node: string, label: string | null, at: number): Promise<void>
  /** By time, then in the order in which the nodes were written. */
  bookmarks(conversation: string): Promise<readonly Bookmark[]>
  tag(node: string, tag: string, on: boolean): Promise<void>
  /** A node's tags, sorted. */
  tags(node: string): Promise<readonly string[]>
  /** The nodes of a conversation with a tag, in the order in which they were written. */
  tagged(conversation: string, tag: string): Promise<readonly string[]>
  visit(node: string, at: number): Promise<void>
  /** When nodes were last visited, of those that were. */
  visits(nodes: readonly string[]): Promise<ReadonlyMap<string, number>>
  /** The child that was visited last, of all that come from a node; null where none was. */
  lastVisitedChild(node: string): Promise<string | null>
  /** The nodes of a conversation that were never visited, in the order in which they were written. */
  unread(conversation: string, stretch: Omit<Stretch, 'before'>): Promise<readonly string[]>
}
