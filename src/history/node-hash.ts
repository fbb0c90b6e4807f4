import { type Digest, digestText } from '../core/content/digest.ts'
import type { AuthorType } from '../core/content/part.ts'

/**
 * What a node's hash covers. `parentHash` is null for the root; `otherParents` are the hashes of the other sources of the
 * edge that was made with it, in their order.
 */
export interface HashedNode {
  readonly content: Digest
  readonly parentHash: Digest | null
  readonly otherParents?: readonly Digest[]
  readonly author: AuthorType
  readonly authorId?: string | undefined
  readonly createdAt: number
}

/**
 * The text whose sha-256 is the node's hash: the canonical JSON of author, authorId, content, createdAt and parents, put
 * together by hand because it is made for every node.
 */
export function nodeHashText(node: HashedNode): string {
  const { content, parentHash, otherParents = [], author, authorId, createdAt } = node
  const parents = parentHash === null ? otherParents : [parentHash, ...otherParents]
  const by = authorId === undefined ? '' : `"authorId":${JSON.stringify(authorId)},`
  const from = parents.length === 0 ? '' : `"${parents.join('","')}"`
  return `{"author":"${author}",${by}"content":"${content}","createdAt":${createdAt},"parents":[${from}]}`
}

/** A node's hash. It covers the parents', so that a change anywhere in a history shows in every node behind it. */
export function nodeHash(node: HashedNode): Digest {
  return digestText(nodeHashText(node))
}
