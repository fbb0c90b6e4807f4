import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { sampleCall } from '../../../../testing/store-contract/calls/sample-calls.ts'
import { chain, started } from '../../../../testing/store-contract/samples.ts'
import { sqliteStore } from '../../sqlite-store.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'heddle-calls-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

describe('migration 5', () => {
  it('adds places for calls to a store of schema 4, keeps what was in it, and leaves a copy', async () => {
    const path = join(folder, 'heddle.db')
    const before = sqliteStore(path)
    const place = await started(before)
    await before.append(chain(1, 6), { ...place, measures: [] })
    const plan = { ...place, id: 'a'.repeat(64), head: null, inputs: '', decisions: '', request: '', createdAt: 7 }
    await before.putPlan(plan)
    await before.close()
    const database = new DatabaseSync(path)
    for (const table of ['calibrations', 'reflections', 'outcomes', 'tool_traces', 'calls', 'runs'])
      database.exec(`DROP TABLE ${table}`)
    database.exec('PRAGMA user_version = 4')
    database.close()
    const store = sqliteStore(path)
    expect(await store.plan(plan.id)).toEqual(plan)
    expect(await store.stats()).toMatchObject({ nodes: 6, plans: 1, calls: 0 })
    expect([await store.calls({ limit: 5 }), await store.runs({ limit: 5 })]).toEqual([[], []])
    const call = sampleCall(1, place, { plan: plan.id })
    await store.putCall(call)
    expect(await store.calls({ plan: plan.id, limit: 5 })).toEqual([call])
    await store.close()
    const copy = new DatabaseSync(`${path}.v4-backup`)
    expect(copy.prepare('SELECT count(*) AS nodes FROM nodes').get()).toMatchObject({ nodes: 6 })
    expect(() => copy.prepare('SELECT * FROM calls')).toThrow(/no such table/)
    copy.close()
  })
})
