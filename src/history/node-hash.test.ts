import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { digestJson } from '../core/content/digest.ts'
import { nodeHash, nodeHashText } from './node-hash.ts'

const content = 'a'.repeat(64)
const parentHash = 'b'.repeat(64)

describe('nodeHash', () => {
  it('is the digest of the canonical JSON of what it covers', () => {
    expect(nodeHash({ content, parentHash: null, author: 'human', createdAt: 5 })).toBe(
      digestJson({ content, parents: [], author: 'human', createdAt: 5 }),
    )
    const full = { content, parentHash, author: 'model', authorId: 'gpt "5"\n', createdAt: 1_700_000_000_000 } as const
    expect(nodeHash(full)).toBe(
      digestJson({
        content,
        parents: [parentHash],
        author: 'model',
        authorId: full.authorId,
        createdAt: full.createdAt,
      }),
    )
  })

  it('covers every source of the edge that was made with the node, the parent first', () => {
    const node = { content, parentHash, otherParents: ['c'.repeat(64)], author: 'human', createdAt: 5 } as const
    expect(nodeHash(node)).toBe(
      digestJson({ content, parents: [parentHash, 'c'.repeat(64)], author: 'human', createdAt: 5 }),
    )
  })

  it('is what any sha-256 makes of its text', () => {
    const node = { content, parentHash, author: 'tool', createdAt: 1 } as const
    expect(nodeHash(node)).toBe(createHash('sha256').update(nodeHashText(node)).digest('hex'))
  })

  it('differs as soon as one thing it covers differs', () => {
    const node = { content, parentHash, author: 'human', authorId: 'a', createdAt: 1 } as const
    const others = [
      { ...node, content: parentHash },
      { ...node, parentHash: null },
      { ...node, author: 'model' as const },
      { ...node, authorId: undefined },
      { ...node, createdAt: 2 },
      { ...node, otherParents: [content] },
    ]
    expect(new Set([node, ...others].map(nodeHash)).size).toBe(7)
  })
})
