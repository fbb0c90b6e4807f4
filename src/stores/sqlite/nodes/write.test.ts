import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import { jumpDepth } from '../../../history/jump.ts'
import { chain, sampleId, started } from '../../../testing/store-contract/samples.ts'
import { sqliteStore } from '../sqlite-store.ts'

describe('writing nodes', () => {
  it('links every node to the ancestor where its jump should lead, over appends and forks', async () => {
    const database = new DatabaseSync(':memory:')
    const store = sqliteStore(database)
    const { conversation } = await started(store)
    await store.append(chain(1, 300), { conversation, measures: [] })
    for (let at = 0; at < 40; at++) {
      const first = 1000 + at * 10
      const parent = at % 3 === 0 ? sampleId(1 + at * 7) : sampleId(first - 1)
      await store.append(chain(first, first + 9, parent), { conversation, measures: [] })
    }
    const rows = database
      .prepare('SELECT a.depth, b.depth AS jump FROM nodes a JOIN nodes b ON b.key = a.jump ORDER BY a.key')
      .all()
    expect(rows).toHaveLength(700)
    for (const { depth, jump } of rows) expect(jump).toBe(jumpDepth(Number(depth)))
    await store.close()
  })
})
