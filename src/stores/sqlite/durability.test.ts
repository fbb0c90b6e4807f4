import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { characters, type Measure } from '../../core/content/measure.ts'
import { straight } from '../../history/route.ts'
import { chain, sampleId, started, textNode } from '../../testing/store-contract/samples.ts'
import { sqliteStore } from './sqlite-store.ts'

const batch = 50

let folder = ''
let path = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'heddle-store-'))
  path = join(folder, 'heddle.db')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** Starts a process that appends batches behind the branch's head until it is killed or has written so many. */
function appender(target: { conversation: string; branch: string }, first: number, batches: number): ChildProcess {
  const module = (name: string): string => JSON.stringify(new URL(name, import.meta.url).href)
  const script = `
    import { sqliteStore } from ${module('./sqlite-store.ts')}
    import { characters } from ${module('../../core/content/measure.ts')}
    import { chain } from ${module('../../testing/store-contract/samples.ts')}
    const store = sqliteStore(${JSON.stringify(path)})
    const target = ${JSON.stringify(target)}
    for (let at = 0; at < ${batches}; at++) {
      const { head } = await store.branch(target.branch)
      const first = ${first} + at * ${batch}
      await store.append(chain(first, first + ${batch - 1}, head), { ...target, measures: [characters] })
      process.stdout.write('.')
    }
    await store.close()`
  return spawn(process.execPath, ['--input-type=module', '--eval', script], { stdio: ['ignore', 'pipe', 'inherit'] })
}

describe('a SQLite store on disk', () => {
  it('holds whole batches only after its process was killed', async () => {
    const setUp = sqliteStore(path)
    const target = await started(setUp)
    await setUp.close()
    let count = 0
    for (let round = 0; round < 5; round++) {
      const child = appender(target, 1 + round * 20_000, 400)
      const ended = new Promise((resolve) => child.once('exit', (_, signal) => resolve(signal)))
      await new Promise((resolve) => child.stdout?.once('data', resolve))
      setTimeout(() => child.kill('SIGKILL'), round * 23)
      expect(await ended).toBe('SIGKILL')

      const store = sqliteStore(path)
      const { nodes } = await store.stats()
      expect(nodes % batch).toBe(0)
      expect(nodes).toBeGreaterThan(count)
      const head = (await store.branch(target.branch))?.head ?? ''
      const whole = await store.path(straight(head), 0, nodes, characters)
      expect(whole).toHaveLength(nodes)
      expect(whole.at(-1)?.total).toBe(whole.reduce((sum, { size }) => sum + size, 0))
      await store.close()
      count = nodes
      const database = new DatabaseSync(path)
      expect(database.prepare('PRAGMA integrity_check').get()?.integrity_check).toBe('ok')
      expect(database.prepare('PRAGMA foreign_key_check').all()).toEqual([])
      expect(database.prepare('SELECT contents, text_bytes AS bytes FROM totals').get()).toEqual(
        database.prepare('SELECT count(*) AS contents, sum(octet_length(json)) AS bytes FROM contents').get(),
      )
      database.close()
    }
  }, 60_000)

  it('takes writes from several processes at once without an error', async () => {
    const setUp = sqliteStore(path)
    const targets = [await started(setUp, 1), await started(setUp, 2), await started(setUp, 3)]
    await setUp.close()
    const children = targets.map((target, at) => appender(target, 1 + at * 20_000, 30))
    const codes = await Promise.all(children.map((child) => new Promise((resolve) => child.once('exit', resolve))))
    expect(codes).toEqual([0, 0, 0])
    const store = sqliteStore(path)
    expect((await store.stats()).nodes).toBe(3 * 30 * batch)
    for (const { branch } of targets) {
      const head = (await store.branch(branch))?.head ?? ''
      expect(await store.path(straight(head), 0, 9999, characters)).toHaveLength(30 * batch)
    }
    await store.close()
  }, 60_000)

  it('opens once for all of several processes that make it at the same time', async () => {
    const children = [1, 2, 3, 4].map(() => appender({ conversation: '', branch: '' }, 1, 0))
    const codes = await Promise.all(children.map((child) => new Promise((resolve) => child.once('exit', resolve))))
    expect(codes).toEqual([0, 0, 0, 0])
  }, 60_000)

  it('stores a content once that another connection adds while it is being counted', async () => {
    const store = sqliteStore(path)
    const other = sqliteStore(path)
    const target = await started(store)
    let first = true
    const meddling: Measure = {
      id: 'meddling',
      count: (text) => {
        if (first) {
          first = false
          void other.putContent([{ kind: 'text', text }])
        }
        return text.length
      },
    }
    await store.append([textNode(1, null, 'same text')], { ...target, measures: [meddling] })
    expect((await store.stats()).contents).toBe(1)
    expect((await other.path(straight(sampleId(1)), 0, 0, meddling))[0]?.size).toBe(9)
    await other.close()
    await store.close()
  })

  it('shows each of two open connections what the other has written', async () => {
    const store = sqliteStore(path)
    const other = sqliteStore(path)
    const target = await started(store)
    for (let round = 0; round < 10; round++) {
      const writer = round % 2 === 0 ? store : other
      const head = (await writer.branch(target.branch))?.head ?? null
      await writer.append(chain(1 + round * 10, 10 + round * 10, head), { ...target, measures: [characters] })
    }
    expect(await store.path(straight(sampleId(100)), 0, 99, characters)).toEqual(
      await other.path(straight(sampleId(100)), 0, 99, characters),
    )
    await other.close()
    await store.close()
  })
})
