import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import { chain, sampleId, started, textNode } from '../testing/store-contract/samples.ts'
import { memoryStore } from './memory/memory-store.ts'
import { sqliteStore } from './sqlite/sqlite-store.ts'
import type { Store } from './store.ts'
import { verifyHistory } from './verify-history.ts'

/** A tree with everything that a hash covers: 2,500 nodes, context, notes and versions. */
async function filled(store: Store): Promise<string> {
  const { conversation, branch } = await started(store)
  await store.append(chain(1, 2500), { conversation, branch, measures: [] })
  const sources = [{ node: sampleId(7), role: 'context' as const }]
  await store.append(
    [
      { ...textNode(3001, sampleId(3)), sources, authorId: 'ada' },
      { ...textNode(3002, sampleId(3)), annotation: true },
      { ...textNode(3003, sampleId(9)), editedFrom: sampleId(10) },
    ],
    { conversation, measures: [] },
  )
  const primary = { node: sampleId(3001), role: 'primary' as const }
  await store.addEdge({ target: sampleId(20), type: 'continuation', sources: [primary] }, 1)
  return conversation
}

describe('verifyHistory', () => {
  it('finds nothing in a history that nobody has changed, and tells how far it is', async () => {
    for (const store of [memoryStore(), sqliteStore(':memory:')]) {
      const conversation = await filled(store)
      const told: number[][] = []
      const found = await verifyHistory(store, conversation, (done, total) => told.push([done, total]))
      expect(found).toEqual({ nodes: 2503, mismatches: [], purged: 0 })
      expect(told.at(-1)).toEqual([2503, 2503])
      await store.close()
    }
  })

  it('shows which node was changed, and where its children do not follow', async () => {
    const database = new DatabaseSync(':memory:')
    const store = sqliteStore(database)
    const conversation = await filled(store)
    const key = (number: number): string => `(SELECT key FROM nodes WHERE id = '${sampleId(number)}')`
    database.exec(`UPDATE nodes SET created_at = 5 WHERE key = ${key(100)}`)
    database.exec(`UPDATE nodes SET hash = zeroblob(32) WHERE key = ${key(200)}`)
    database.exec(`UPDATE sources SET source = ${key(8)} WHERE target = ${key(3001)}`)
    const { mismatches } = await verifyHistory(store, conversation)
    expect(mismatches.map(({ kind, node }) => [kind, node])).toEqual([
      ['hash', sampleId(100)],
      ['hash', sampleId(200)],
      ['hash', sampleId(201)],
      ['hash', sampleId(3001)],
    ])
    expect(mismatches[1]?.got).toBe('0'.repeat(64))
    await store.close()
  })

  it('shows a content that is not what its digest says, for every node that has it', async () => {
    const database = new DatabaseSync(':memory:')
    const store = sqliteStore(database)
    const conversation = await filled(store)
    const content = (await store.node(sampleId(3001)))?.content ?? ''
    database.exec(`UPDATE contents SET json = '[{"kind":"text","text":"other"}]' WHERE digest = x'${content}'`)
    const { mismatches } = await verifyHistory(store, conversation)
    expect(mismatches.map(({ kind, node, expected }) => [kind, node, expected])).toEqual([
      ['content', sampleId(3001), content],
    ])
    await store.close()
  })

  it('refuses a conversation that is not there', async () => {
    await expect(verifyHistory(memoryStore(), 'nowhere')).rejects.toMatchObject({ code: 'conversation-not-found' })
  })
})
