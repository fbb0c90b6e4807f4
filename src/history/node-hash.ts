import { type Digest, digestText } from '../core/content/digest.ts'
import type { AuthorType } from '../core/content/part.ts'

/** What a node's hash covers. `parentHash` is null for the root. */
export interface HashedNode {
  readonly content: Digest
  readonly parentHash: Digest | null
  readonly author: AuthorType
  readonly authorId?: string | undefined
  readonly createdAt: number
}

/**
 * The text whose sha-256 is the node's hash: the canonical JSON of author, authorId, content, createdAt and parents, put
 * together by hand because it is made for every node.
 */
export function nodeHashText({ content, parentHash, author, authorId, createdAt }: HashedNode): string {
  const by = authorId === undefined ? '' : `"authorId":${JSON.stringify(authorId)},`
  const parents = parentHash === null ? '' : `"${parentHash}"`
  return `{"author":"${author}",${by}"content":"${content}","createdAt":${createdAt},"parents":[${parents}]}`
}

/** A node's hash. It covers the parent's, so that a change anywhere in a history shows in every node behind it. */
export function nodeHash(node: HashedNode): Digest {
  return digestText(nodeHashText(node))
}
