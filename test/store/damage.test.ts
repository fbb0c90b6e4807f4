import {
  closeSync,
  copyFileSync,
  existsSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { characters } from '../../src/core/content/measure.ts'
import { sqliteStore } from '../../src/stores/sqlite/sqlite-store.ts'
import { checkStore } from '../../src/stores/sqlite/upkeep/check.ts'
import { repairStore } from '../../src/stores/sqlite/upkeep/repair/repair.ts'
import { type SampleStore, sampleStore, sampleText, tamper } from './sample-store.ts'

const pageBytes = 32_768

let made = ''
let sample: SampleStore
let folder = ''
let path = ''
beforeAll(async () => {
  made = mkdtempSync(join(tmpdir(), 'heddle-sound-'))
  sample = await sampleStore(join(made, 'heddle.db'))
})
afterAll(() => rmSync(made, { recursive: true, force: true }))
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'heddle-damage-'))
  path = join(folder, 'heddle.db')
  copyFileSync(join(made, 'heddle.db'), path)
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function overwrite(at: number, bytes: Uint8Array): void {
  const file = openSync(path, 'r+')
  writeSync(file, bytes, 0, bytes.length, at)
  closeSync(file)
}

const kinds = (): string[] => [...new Set(checkStore(path).findings.map(({ kind }) => kind))]

/** Everything on the branch of the store that is there, with its text. */
async function readAll(): Promise<{ ids: string[]; texts: (string | undefined)[] }> {
  const store = sqliteStore(path)
  try {
    const head = (await store.branch(sample.branch))?.head ?? ''
    const ids: string[] = []
    const texts: (string | undefined)[] = []
    for (const id of sample.nodes) {
      const node = await store.node(id)
      if (!node) continue
      ids.push(id)
      const [part] = (await store.contents([node.content])).get(node.content) ?? []
      texts.push(part?.kind === 'text' ? part.text : undefined)
    }
    expect(await store.node(head)).toBeDefined()
    return { ids, texts }
  } finally {
    await store.close()
  }
}

describe('a sound store', () => {
  it('is found healthy, and nothing is repaired', () => {
    expect(checkStore(path)).toMatchObject({ healthy: true, nodes: 1204, findings: [], notes: [] })
    expect(repairStore(path)).toBeUndefined()
  })
})

describe('a damaged header', () => {
  it.each([
    ['its beginning', 0, 8],
    ['all of it', 0, 100],
    ['page size and formats', 16, 8],
  ])('is told and mended without losing anything: %s', async (_, at, length) => {
    const damage = Buffer.alloc(length, 0xa5)
    overwrite(at, damage)
    expect(kinds()).toEqual(['header'])
    const report = repairStore(path)
    expect(report).toMatchObject({ lost: { nodes: 0, contents: 0, plans: 0 }, rehashed: 0, after: { healthy: true } })
    expect((await readAll()).ids).toEqual(sample.nodes)
  })

  it('is mended with the first page of an empty store where the list of tables is gone as well', async () => {
    overwrite(0, Buffer.alloc(pageBytes, 0xa5))
    expect(repairStore(path)).toMatchObject({ lost: { nodes: 0, contents: 0, plans: 0 }, after: { healthy: true } })
    expect((await readAll()).ids).toEqual(sample.nodes)
  })
})

describe('a damaged page', () => {
  it('costs what stood on it and nothing else, whichever it is, and the damaged file is kept', async () => {
    const pages = statSync(path).size / pageBytes
    for (let page = 2; page <= pages; page += 5) {
      copyFileSync(join(made, 'heddle.db'), path)
      overwrite((page - 1) * pageBytes, Buffer.alloc(300, 0x5a))
      const damaged = readFileSync(path)
      if (checkStore(path).healthy) continue
      const report = repairStore(path)
      expect(report?.after).toMatchObject({ healthy: true, findings: [] })
      expect(readFileSync(report?.damaged ?? '').equals(damaged)).toBe(true)
      expect((report?.after.nodes ?? 0) + (report?.lost.nodes ?? 0)).toBe(1204)
      expect(report?.after.lost).toBe(report?.lost.contents)
    }
  }, 120_000)

  it.each(['nodes', 'contents'])('above the rows of %s loses none of them', async (table) => {
    let page = 0
    tamper(path, (database) => {
      const root = `SELECT pageno FROM dbstat WHERE name = ? AND pagetype = 'internal' LIMIT 1`
      page = Number(database.prepare(root).get(table)?.pageno)
    })
    overwrite((page - 1) * pageBytes, Buffer.alloc(pageBytes, 0x5a))
    expect(kinds()).toContain('pages')
    expect(repairStore(path)).toMatchObject({
      lost: { nodes: 0, contents: 0, plans: 0 },
      moved: 0,
      rehashed: 0,
      after: { healthy: true },
    })
    const { ids, texts } = await readAll()
    expect(ids).toEqual(sample.nodes)
    expect(texts[699]).toBe(sampleText(700))
  })

  it('that held nodes closes the gap: what came after follows what came before', async () => {
    let page = 0
    tamper(path, (database) => {
      const leaf = `SELECT pageno FROM dbstat WHERE name = 'nodes' AND pagetype = 'leaf' ORDER BY path LIMIT 1 OFFSET 1`
      page = Number(database.prepare(leaf).get()?.pageno)
    })
    overwrite((page - 1) * pageBytes, Buffer.alloc(300, 0x5a))
    const report = repairStore(path)
    expect(report?.lost.nodes).toBeGreaterThan(10)
    expect(report).toMatchObject({ moved: 1, after: { healthy: true } })
    const store = sqliteStore(path)
    const last = await store.node(sample.nodes.at(-1) ?? '')
    expect(last?.depth).toBe(1199 - (report?.lost.nodes ?? 0))
    await store.close()
  })
})

describe('a damaged row', () => {
  it('whose text was changed is told, and only its text is lost', async () => {
    const at = readFileSync(path).indexOf(Buffer.from('The 701th thing'))
    overwrite(at, Buffer.from('The 702th thing'))
    expect(kinds()).toEqual(['contents'])
    expect(repairStore(path)).toMatchObject({
      lost: { nodes: 0, contents: 1 },
      rehashed: 0,
      after: { healthy: true, lost: 1 },
    })
    const { ids, texts } = await readAll()
    expect(ids).toEqual(sample.nodes)
    expect(texts[700]).toBeUndefined()
    expect(texts[701]).toBe(sampleText(702))
    const store = sqliteStore(path)
    expect(await store.node(sample.nodes[700] ?? '')).toMatchObject({ gone: 'lost', empty: true })
    await store.close()
  })

  it('whose digest was changed gets it back, because its node vouches for the text', async () => {
    tamper(path, (database) => database.exec(`UPDATE contents SET digest = randomblob(32) WHERE key = 77`))
    expect(kinds()).toEqual(['contents', 'node-hashes'])
    expect(repairStore(path)).toMatchObject({ lost: { contents: 0 }, rehashed: 0, after: { healthy: true } })
    expect((await readAll()).texts[76]).toBe(sampleText(77))
  })

  it.each([
    ['references', 'DELETE FROM contents WHERE key = 50'],
    ['references', 'DELETE FROM nodes WHERE key = 1200'],
    ['branches', `DELETE FROM branches WHERE name = 'main'`],
    ['node-links', 'UPDATE nodes SET depth = 7 WHERE key = 500'],
    ['node-links', 'UPDATE nodes SET jump = 3 WHERE key = 500'],
    ['node-hashes', 'UPDATE nodes SET created_at = 5 WHERE key = 500'],
    ['figures', 'UPDATE sums SET total = total + 1 WHERE node = 500'],
    ['figures', 'UPDATE conversations SET nodes = 3'],
    ['figures', 'UPDATE totals SET text_bytes = 3'],
    ['documents', `UPDATE documents SET json = '{}' WHERE key = 1`],
    ['plan-documents', 'DELETE FROM documents WHERE key = 1'],
    ['branch-facts', `UPDATE branch_facts SET json = '{"kind":"edit"' WHERE number = 1`],
    ['branch-facts', 'UPDATE branch_facts SET node = NULL WHERE number = 1'],
    ['references', 'DELETE FROM nodes WHERE key = 2'],
    ['references', 'UPDATE branch_facts SET node = 7777'],
    ['calls', `UPDATE calls SET json = '{' WHERE rowid = 3`],
    ['calls', `UPDATE runs SET json = '{}' WHERE rowid = 3`],
    ['calls', `UPDATE tool_traces SET json = '[]' WHERE key = 3`],
    ['references', 'DELETE FROM calls WHERE rowid = 3'],
    ['references', `UPDATE calls SET branch = 'nowhere' WHERE rowid = 3`],
    ['schema', 'DROP TABLE marks'],
  ])('is told as %s and mended: %s', async (kind, sql) => {
    tamper(path, (database) => database.exec(`PRAGMA foreign_keys = OFF; ${sql}`))
    expect(kinds()).toContain(kind)
    expect(repairStore(path)?.after).toMatchObject({ healthy: true, findings: [] })
    await readAll()
  })
})

describe('a cut file', () => {
  it('gives what is left of it', () => {
    truncateSync(path, Math.floor(statSync(path).size * 0.8))
    expect(kinds()).toContain('truncated')
    expect(repairStore(path)?.after.healthy).toBe(true)
  })

  it('of no length is told, not taken for a new store, and replaced by an empty one', () => {
    truncateSync(path, 0)
    expect(kinds()).toEqual(['empty-file'])
    expect(repairStore(path)).toMatchObject({ after: { healthy: true, nodes: 0 } })
    expect(existsSync(`${path}.damaged-1`)).toBe(true)
  })

  it('whose log is left gives what stands in the log', async () => {
    copyFileSync(join(made, 'heddle.db'), `${path}.other`)
    const store = sqliteStore(`${path}.other`)
    await store.append(
      [
        {
          id: '01JZZZZZZZZZZZZZZZZZZZZZZZ',
          parent: sample.nodes.at(-1) ?? null,
          author: 'human',
          parts: [{ kind: 'text', text: 'in the log' }],
          createdAt: 1,
        },
      ],
      { conversation: sample.conversation, branch: sample.branch, measures: [characters] },
    )
    copyFileSync(`${path}.other-wal`, `${path}-wal`)
    await store.close()
    overwrite(0, Buffer.alloc(100, 0xa5))
    const report = repairStore(path)
    expect(report?.after).toMatchObject({ healthy: true, nodes: 1205 })
  })
})
