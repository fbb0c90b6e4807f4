import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import { characters } from '../../../../core/content/measure.ts'
import { straight } from '../../../../history/route.ts'
import { chain, sampleId, started, textNode } from '../../../../testing/store-contract/samples.ts'
import { sqliteStore } from '../../sqlite-store.ts'
import { migrate } from '../migrate.ts'
import { migrations } from './migrations.ts'

/** A database of schema 1 with what a store of today was filled with. */
async function old(): Promise<{ database: DatabaseSync; conversation: string; branch: string }> {
  const today = new DatabaseSync(':memory:')
  const store = sqliteStore(today)
  const target = await started(store)
  await store.append([...chain(1, 6), ...chain(11, 13, sampleId(3))], { ...target, measures: [characters] })
  await store.append([textNode(14, sampleId(3), 'unusual')], { ...target, measures: [characters] })
  await store.mark([sampleId(2)], 'excluded', true, 1)
  const database = new DatabaseSync(':memory:')
  migrate(database, ':memory:', migrations.slice(0, 1))
  database.exec('DELETE FROM totals')
  const names = database
    .prepare(`SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'`)
    .all()
  for (const name of names.map((row) => String(row.name))) {
    const columns = database.prepare(`SELECT name FROM pragma_table_info('${name}')`).all()
    const list = columns.map((column) => `"${column.name}"`)
    const insert = database.prepare(`INSERT INTO ${name} (${list}) VALUES (${list.map(() => '?')})`)
    for (const row of today.prepare(`SELECT ${list} FROM ${name}`).all()) insert.run(...Object.values(row))
  }
  await store.close()
  return { database, ...target }
}

describe('migration 2', () => {
  it('keeps what an older store holds, and counts children and revisions on', async () => {
    const { database, conversation, branch } = await old()
    const store = sqliteStore(database)
    const path = await store.path(straight(sampleId(6)), 0, 9, characters)
    expect(path.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5, 6].map(sampleId))
    const revision = await store.revision()
    expect(revision).toBe(1)
    expect(await store.marked(straight(sampleId(6)), 0, 9, characters, revision)).toHaveLength(1)
    expect(await store.mark([sampleId(2)], 'excluded', false, 2)).toBe(2)
    expect(await store.siblings(sampleId(11))).toMatchObject({ index: 1, count: 3, next: sampleId(14) })
    await store.append([textNode(15, sampleId(3))], { conversation, branch, measures: [] })
    expect(await store.siblings(sampleId(15))).toMatchObject({ index: 3, count: 4, previous: sampleId(14) })
    expect((await store.search('unusual', { limit: 5 })).map(({ node }) => node)).toEqual([sampleId(14)])
    await store.close()
  })
})
