import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { gunzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { schemaVersion } from '../../src/stores/sqlite/database/migrate.ts'
import { migrations } from '../../src/stores/sqlite/database/migrations/migrations.ts'
import { sqliteStore } from '../../src/stores/sqlite/sqlite-store.ts'
import { checkStore } from '../../src/stores/sqlite/upkeep/check.ts'
import * as story from '../fixtures/schemas/story.ts'

const fixtures = new URL('../fixtures/schemas/', import.meta.url)
const files = readdirSync(fixtures).filter((name) => name.endsWith('.db.gz'))

let folder = ''
let path = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'heddle-schemas-'))
  path = join(folder, 'heddle.db')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function unpack(name: string): void {
  writeFileSync(path, gunzipSync(readFileSync(new URL(name, fixtures))), { mode: 0o600 })
}

function versionOf(file: string): number {
  const database = new DatabaseSync(file)
  try {
    return schemaVersion(database)
  } finally {
    database.close()
  }
}

describe.each(files)('the store in %s', (name) => {
  it('opens with everything that was in it', async () => {
    unpack(name)
    const hasCalls = versionOf(path) >= 5
    const store = sqliteStore(path)
    const { conversation, main, fork, nodes, aside, agent } = story
    expect(await store.conversations()).toEqual([{ ...conversation, branch: main.id }])
    expect(await store.branches(conversation.id)).toEqual([
      expect.objectContaining({ ...fork }),
      expect.objectContaining({ ...main, head: nodes.at(-1)?.id }),
    ])
    for (const { key: _, parts, ...written } of [...nodes, { ...aside, key: '' }]) {
      const node = await store.node(written.id)
      expect(node).toMatchObject(written)
      expect((await store.contents([node?.content ?? ''])).get(node?.content ?? '')).toEqual(parts)
    }
    const everything = [...nodes, aside].map(({ id }) => id)
    expect([...(await store.barred(everything, await store.revision())).keys()]).toEqual(story.excluded)
    expect(await store.agents()).toEqual([agent])
    const [plan] = await store.plans({ limit: 5 })
    expect(plan).toMatchObject(story.plan)
    expect(await store.document(plan?.inputs ?? '')).toEqual(story.documents.inputs)
    expect(await store.document(plan?.decisions ?? '')).toEqual(story.documents.decisions)
    expect(await store.imported(conversation.id, ['line 3'])).toEqual(new Map([['line 3', nodes[2]?.id]]))
    expect([
      await store.runs({ limit: 5 }),
      await store.calls({ limit: 5 }),
      await store.toolTraces([story.call.id]),
      await store.outcomes({ limit: 5 }),
      await store.reflections({ limit: 5 }),
      await store.calibrations(),
    ]).toEqual(
      [story.run, story.call, story.trace, story.outcome, story.reflection, story.calibration].map((one) =>
        hasCalls ? [one] : [],
      ),
    )
    await store.close()
    const { healthy, schema, findings } = checkStore(path)
    expect({ healthy, schema, findings }).toEqual({ healthy: true, schema: migrations.length, findings: [] })
  })

  it('is copied beside itself, for its owner alone, before its tables are changed', async () => {
    unpack(name)
    const version = versionOf(path)
    await sqliteStore(path).close()
    const backup = `${path}.v${version}-backup`
    if (version === migrations.length) expect(readdirSync(folder)).toEqual(['heddle.db'])
    else {
      expect(versionOf(backup)).toBe(version)
      expect(statSync(backup).mode & 0o777).toBe(0o600)
      const database = new DatabaseSync(backup)
      expect(database.prepare('SELECT count(*) AS count FROM nodes').get()?.count).toBe(story.nodes.length + 1)
      database.close()
    }
  })
})
