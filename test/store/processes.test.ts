import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { characters } from '../../src/core/content/measure.ts'
import { sqliteStore } from '../../src/stores/sqlite/sqlite-store.ts'
import { backupStore } from '../../src/stores/sqlite/upkeep/backup.ts'
import { checkStore } from '../../src/stores/sqlite/upkeep/check.ts'
import { repairStore } from '../../src/stores/sqlite/upkeep/repair/repair.ts'
import type { Store } from '../../src/stores/store.ts'
import { chain, sampleConversation, sampleId, textNode } from '../../src/testing/store-contract/samples.ts'
import { child } from './child.ts'
import { tamper } from './sample-store.ts'

let folder = ''
let path = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'heddle-processes-'))
  path = join(folder, 'heddle.db')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const [conversation, main] = sampleConversation(1)

/** A conversation with a root and so many branches that leave there. */
async function conversationWithBranches(count: number): Promise<string[]> {
  const store = sqliteStore(path)
  await store.createConversation(conversation, main)
  await store.append([textNode(1, null, 'root')], {
    conversation: conversation.id,
    branch: main.id,
    measures: [characters],
  })
  const ids: string[] = []
  for (let at = 0; at < count; at++) {
    const id = sampleId(800_000 + at)
    await store.createBranch({
      ...main,
      id,
      name: `b${at}`,
      parent: main.id,
      forkPoint: sampleId(1),
      head: sampleId(1),
    })
    ids.push(id)
  }
  await store.close()
  return ids
}

/** Appends nodes in batches behind a branch's head; prints the id of each once its batch is written. */
const appender = `
  const store = sqliteStore(given.path)
  const digits = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
  const id = (number) => {
    let random = ''
    for (let rest = number * 2654435761 % 2 ** 32; random.length < 16; rest = (rest * 69069 + 1) % 2 ** 32)
      random += digits[Math.floor(rest / 2 ** 27)]
    return '01K' + String(number).padStart(7, '0') + random
  }
  let number = given.first
  for (let at = 0; at < given.batches; at++) {
    let parent = (await store.branch(given.branch)).head
    const nodes = []
    for (let i = 0; i < given.size; i++, number++) {
      nodes.push({ id: id(number), parent, author: 'human', createdAt: number, parts: [{ kind: 'text', text: 'said ' + number + ' ' + 'x'.repeat(given.length) }] })
      parent = nodes.at(-1).id
    }
    await store.append(nodes, { conversation: given.conversation, branch: given.branch, measures: [characters] })
    for (const node of nodes) print(node.id)
  }
  await store.close()`

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}

async function pathOf(store: Store, branch: string): Promise<string[]> {
  const head = (await store.branch(branch))?.head ?? ''
  const depth = (await store.node(head))?.depth ?? 0
  const ids: string[] = []
  for (let at: string | null = head; at !== null; ) {
    const node: Awaited<ReturnType<Store['node']>> = await store.node(at)
    ids.push(at)
    at = node?.parent ?? null
  }
  expect(ids).toHaveLength(depth + 1)
  return ids.reverse()
}

describe('several processes on one store', () => {
  it('append to branches of one conversation, eight at once, without an error, and all of it is there', async () => {
    const branches = await conversationWithBranches(8)
    const children = branches.map((branch, at) =>
      child(appender, {
        path,
        branch,
        conversation: conversation.id,
        first: 10_000 * (at + 1),
        batches: 40,
        size: 50,
        length: 20,
      }),
    )
    expect(await Promise.all(children.map(({ ended }) => ended))).toEqual(branches.map(() => 0))
    const store = sqliteStore(path)
    for (const [at, branch] of branches.entries()) {
      const ids = await pathOf(store, branch)
      expect(ids.slice(1)).toEqual(children[at]?.lines())
      expect(ids).toHaveLength(2001)
    }
    expect((await store.stats()).nodes).toBe(16_001)
    await store.close()
    expect(checkStore(path)).toMatchObject({ healthy: true, nodes: 16_001 })
  }, 120_000)

  it('lose nothing they have acknowledged, and leave nothing half there, when they are killed at random, two at a time', async () => {
    const branches = await conversationWithBranches(2)
    const acknowledged: string[][] = [[], []]
    let kills = 0
    for (let round = 0; kills < 100; round++) {
      const pair = branches.map((branch, at) =>
        child(appender, {
          path,
          branch,
          conversation: conversation.id,
          first: 1_000_000 * (at + 1) + round * 5000,
          batches: 5000,
          size: 1 + (round % 7),
          length: (round % 5) * 200,
        }),
      )
      const isEarly = round % 5 === 0
      while (!isEarly && pair.every((each) => each.lines().length === 0)) await pause(2)
      await pause(isEarly ? 60 + ((round * 7919) % 300) : (round * 7919) % 60)
      for (const each of pair) each.kill()
      const ends = await Promise.all(pair.map(({ ended }) => ended))
      kills += ends.filter((end) => end === 'SIGKILL').length
      for (const [at, each] of pair.entries()) acknowledged[at]?.push(...each.lines())
    }
    expect(kills).toBeGreaterThanOrEqual(100)
    expect(acknowledged.flat().length).toBeGreaterThan(200)
    const store = sqliteStore(path)
    for (const [at, branch] of branches.entries()) {
      const ids = new Set(await pathOf(store, branch))
      expect(acknowledged[at]?.filter((id) => !ids.has(id))).toEqual([])
    }
    await store.close()
    expect(checkStore(path)).toMatchObject({ healthy: true, findings: [] })
  }, 60_000)

  it('go on writing while a backup is made, which holds one whole state', async () => {
    const [branch = ''] = await conversationWithBranches(1)
    const writer = child(appender, {
      path,
      branch,
      conversation: conversation.id,
      first: 10_000,
      batches: 400,
      size: 5,
      length: 50_000,
    })
    while (writer.lines().length < 100) await pause(5)
    const shown: number[] = []
    const report = await backupStore(path, join(folder, 'copy.db'), { onProgress: (done) => shown.push(done) })
    writer.kill()
    await writer.ended
    expect(report.nodes).toBeGreaterThanOrEqual(101)
    expect(report.nodes % 5).toBe(1)
    expect(shown.length).toBeGreaterThan(0)
    expect(statSync(report.path).mode & 0o777).toBe(0o600)
    expect(readdirSync(folder).filter((name) => name.includes('copy'))).toEqual(['copy.db'])
    expect(checkStore(report.path)).toMatchObject({ healthy: true, nodes: report.nodes })
    await expect(backupStore(path, report.path)).rejects.toMatchObject({ code: 'backup-exists' })
  }, 60_000)

  it('keep a damaged store from being replaced under them', async () => {
    await conversationWithBranches(1)
    tamper(path, (database) => database.exec('UPDATE totals SET text_bytes = 1'))
    const reader = child('const store = sqliteStore(given.path); print("open"); setTimeout(() => {}, 60_000)', { path })
    while (reader.lines().length === 0) await pause(5)
    expect(() => repairStore(path)).toThrow(expect.objectContaining({ code: 'store-in-use' }))
    reader.kill()
    await reader.ended
    expect(repairStore(path)?.after.healthy).toBe(true)
  }, 60_000)
})

describe('a full disk', () => {
  it('is told as such, and everything that was written before is kept', async () => {
    const database = new DatabaseSync(path)
    const store = sqliteStore(database)
    await store.createConversation(conversation, main)
    const target = { conversation: conversation.id, branch: main.id, measures: [characters] }
    await store.append(chain(1, 20), target)
    const pages = Number(database.prepare('PRAGMA page_count').get()?.page_count)
    database.exec(`PRAGMA max_page_count = ${pages + 2}`)
    const large = textNode(21, sampleId(20), 'y'.repeat(500_000))
    await expect(store.append([large], target)).rejects.toMatchObject({ code: 'disk-full' })
    expect((await store.branch(main.id))?.head).toBe(sampleId(20))
    expect((await store.stats()).nodes).toBe(20)
    database.exec(`PRAGMA max_page_count = 100000`)
    await store.append([large], target)
    await store.close()
    expect(checkStore(path)).toMatchObject({ healthy: true, nodes: 21 })
  })
})
