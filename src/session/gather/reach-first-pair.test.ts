import { describe, expect, it } from 'vitest'
import { characters } from '../../core/content/measure.ts'
import type { AuthorType, Part } from '../../core/content/part.ts'
import { straight } from '../../history/route.ts'
import { memoryStore } from '../../stores/memory/memory-store.ts'
import { startConversation } from '../say.ts'
import { readFirstPair } from './reach-first-pair.ts'
import { newestHuman, type Reading, type ReadNode } from './reading.ts'

/** A path of texts of 10 characters by these authors, being read under a limit. */
async function pathOf(authors: readonly AuthorType[], limit: number): Promise<Reading> {
  const store = memoryStore()
  let made = 0
  const newId = (): string => `01J0000000${String(made++).padStart(16, '0')}`
  const { conversation, branch } = await startConversation({ store, loadMeasure: async () => characters, newId, now })
  const parts: readonly Part[] = [{ kind: 'text', text: 'x'.repeat(10) }]
  const ids = authors.map(newId)
  const nodes = authors.map((author, at) => ({
    id: ids[at] ?? '',
    parent: ids[at - 1] ?? null,
    author,
    parts,
    createdAt: at,
  }))
  await store.append(nodes, { conversation: conversation.id, branch: branch.id, measures: [characters] })
  const head = await store.node(ids.at(-1) ?? '')
  if (!head) throw new Error('no head')
  const request = {
    route: straight(head.id),
    limit,
    perNode: 0,
    strategy: 'keepFirstPair' as const,
    minimumRecentNodes: 4,
    revision: 0,
    fillerSize: 0,
    annotations: [],
    cuts: null,
    blanksCount: false,
  }
  const placed = { store, measure: characters, request, head: { ...head, position: authors.length - 1 } }
  return { ...placed, human: await newestHuman(placed) }
}

function now(): number {
  return 0
}

const authors = (count: number, author: AuthorType): AuthorType[] => Array.from({ length: count }, () => author)
const endsNowhere = async (): Promise<boolean> => false

describe('readFirstPair', () => {
  it('reads a few nodes where the first pair stands at the beginning', async () => {
    const reading = await pathOf(['human', 'model', ...authors(500, 'model')], 100_000)
    expect(await readFirstPair(reading, endsNowhere)).toHaveLength(32)
  })

  it('reads on to the answer as long as what stands before it is within a quarter of the limit', async () => {
    const path = [...authors(100, 'human'), ...authors(400, 'model')]
    expect(await readFirstPair(await pathOf(path, 100_000), endsNowhere)).toHaveLength(128)
    expect(await readFirstPair(await pathOf(path, 1000), endsNowhere)).toHaveLength(32)
  })

  it('reads on while an atom goes on behind what was read', async () => {
    const reading = await pathOf(['human', ...authors(500, 'model')], 1000)
    const goesOn = async (_: Reading, nodes: readonly ReadNode[]): Promise<boolean> => nodes.length < 60
    expect(await readFirstPair(reading, goesOn)).toHaveLength(64)
  })

  it('reads a short path whole', async () => {
    expect(await readFirstPair(await pathOf(authors(9, 'human'), 10), endsNowhere)).toHaveLength(9)
  })
})
