import { chmod, mkdir, mkdtemp, readFile, rm, stat, symlink, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type FactCache, memoryFacts } from '../fact-cache.ts'
import { sqliteFacts } from './sqlite-facts.ts'

let folder: string
let path: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'heddle-facts-'))
  path = join(folder, 'heddle', 'facts.db')
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** What one run sets, and the next one finds. */
function keeps(): boolean {
  const one = sqliteFacts(path)
  one.set('kind', 'hash', 'value')
  expect(one.get('kind', 'hash')).toBe('value')
  one.close()
  const next = sqliteFacts(path)
  const found = next.get('kind', 'hash')
  next.close()
  expect([undefined, 'value']).toContain(found)
  return found === 'value'
}

function many(from: number, facts: FactCache): void {
  for (let at = from; at < from + 500; at++) facts.set('size', `hash-${at}`, String(at))
}

describe('facts in a file', () => {
  it('are there in the next run, each under its kind and hash', () => {
    const one = sqliteFacts(path)
    many(0, one)
    one.set('size', 'hash-7', 'newer')
    one.set('a b', 'c', '1')
    one.set('a', 'c', '2')
    one.close()
    const next = sqliteFacts(path)
    expect(next.get('size', 'hash-499')).toBe('499')
    expect(next.get('size', 'hash-7')).toBe('newer')
    expect(next.get('a b', 'c')).toBe('1')
    expect(next.get('a', 'c')).toBe('2')
    expect(next.get('other', 'hash-7')).toBeUndefined()
    next.close()
  })

  it('are for their owner alone', async () => {
    expect(keeps()).toBe(true)
    expect((await stat(path)).mode & 0o777).toBe(0o600)
    expect((await stat(join(folder, 'heddle'))).mode & 0o777).toBe(0o700)
  })

  it('are all there when several runs end at about the same time', () => {
    const runs = [0, 1, 2, 3].map(() => sqliteFacts(path))
    for (const [at, run] of runs.entries()) many(at * 500, run)
    for (const run of runs) run.close()
    const next = sqliteFacts(path)
    for (let at = 0; at < 2000; at++) expect(next.get('size', `hash-${at}`)).toBe(String(at))
    next.close()
  })

  it('are kept anew where the file is damaged, cut off, or of another layout', async () => {
    expect(keeps()).toBe(true)
    await writeFile(path, 'no database at all'.repeat(500))
    expect(keeps()).toBe(true)
    await writeFile(path, '')
    expect(keeps()).toBe(true)
    await rm(path)
    const other = new DatabaseSync(path)
    other.exec('CREATE TABLE fact (something INTEGER)')
    other.close()
    expect(keeps()).toBe(true)
  })

  it('are found out again where pages in the middle are damaged', async () => {
    const one = sqliteFacts(path)
    many(0, one)
    one.close()
    const bytes = await readFile(path)
    expect(bytes.length).toBeGreaterThan(4 * 4096)
    await writeFile(path, bytes.fill(0x5a, 4096, 3 * 4096))
    const next = sqliteFacts(path)
    for (let at = 0; at < 500; at++) expect([undefined, String(at)]).toContain(next.get('size', `hash-${at}`))
    many(0, next)
    expect(next.get('size', 'hash-7')).toBe('7')
    next.close()
    await truncate(path, 6000)
    const last = sqliteFacts(path)
    expect([undefined, '7']).toContain(last.get('size', 'hash-7'))
    last.close()
  })

  it('are kept for the run alone where nothing can be written, and nothing fails', async () => {
    await mkdir(path, { recursive: true })
    expect(keeps()).toBe(false)
    await rm(join(folder, 'heddle'), { recursive: true })
    await writeFile(join(folder, 'heddle'), '')
    expect(keeps()).toBe(false)
  })

  it.skipIf(process.getuid?.() === 0)('are read from a folder that may not be written', async () => {
    expect(keeps()).toBe(true)
    await chmod(path, 0o400)
    await chmod(join(folder, 'heddle'), 0o500)
    const one = sqliteFacts(path)
    one.set('kind', 'other', 'x')
    one.close()
    await chmod(join(folder, 'heddle'), 0o700)
  })

  it('never touch the file that a link points to, if that is no database', async () => {
    const precious = join(folder, 'precious.txt')
    await writeFile(precious, 'precious')
    await mkdir(join(folder, 'heddle'))
    await symlink(precious, path)
    keeps()
    expect(await readFile(precious, 'utf8')).toBe('precious')
  })

  it('do not wait for long where another process holds the file', () => {
    expect(keeps()).toBe(true)
    const other = new DatabaseSync(path)
    other.exec('BEGIN EXCLUSIVE')
    const one = sqliteFacts(path)
    one.set('kind', 'another', 'x')
    one.close()
    other.exec('ROLLBACK')
    other.close()
    expect(keeps()).toBe(true)
  })
})

describe('facts in memory', () => {
  it('are known until the end of the run', () => {
    const facts = memoryFacts()
    facts.set('a b', 'c', '1')
    facts.set('a', 'b c', '2')
    expect([facts.get('a b', 'c'), facts.get('a', 'b c'), facts.get('a', 'c')]).toEqual(['1', '2', undefined])
    facts.close()
    expect(facts.get('a b', 'c')).toBeUndefined()
  })
})
