import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import { started } from '../../../../testing/store-contract/samples.ts'
import { sqliteStore } from '../../sqlite-store.ts'

describe('migration 3', () => {
  it('counts the plans of each branch by their times, and goes on counting', async () => {
    const database = new DatabaseSync(':memory:')
    const place = await started(sqliteStore(database))
    database.exec(`DROP TABLE calibrations; DROP TABLE reflections; DROP TABLE outcomes; DROP TABLE tool_traces; DROP TABLE calls;
      DROP TABLE runs; DROP TABLE bundles; DROP TABLE branch_facts; DROP INDEX plans_by_branch; ALTER TABLE plans DROP COLUMN number;
      ALTER TABLE branches DROP COLUMN fact_number; PRAGMA user_version = 2`)
    const insert = database.prepare(`INSERT INTO plans VALUES (?, 1, ?, NULL, '', '', '', ?)`)
    for (const [id, time] of [
      ['b', 2],
      ['a', 2],
      ['c', 1],
    ] as const)
      insert.run(id.repeat(64), place.branch, time)
    const store = sqliteStore(database)
    const plan = { ...place, id: 'd'.repeat(64), head: null, inputs: '', decisions: '', request: '', createdAt: 0 }
    await store.putPlan(plan)
    const found = await store.plans({ branch: place.branch, limit: 9 })
    expect(found.map(({ id }) => id[0]).join('')).toBe('dbac')
    expect(await store.facts(place.branch)).toEqual([])
    await store.close()
  })
})
