import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { sqliteStore } from '../../src/stores/sqlite/sqlite-store.ts'
import { sampleRun } from '../../src/testing/store-contract/calls/sample-calls.ts'
import { sampleConversation } from '../../src/testing/store-contract/samples.ts'
import { child } from './child.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'heddle-claims-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const claim = `
  const store = sqliteStore(given.path)
  for (const runs of given.rounds) for (const run of runs) print((await store.claimBranch(run)) === undefined ? run.id : '-')
  await store.close()`

describe('processes that claim the same branches', () => {
  it('get each of them once', async () => {
    const path = join(folder, 'heddle.db')
    const store = sqliteStore(path)
    const [conversation, main] = sampleConversation(1)
    await store.createConversation(conversation, main)
    const branches = Array.from({ length: 40 }, (_, at) => ({ ...main, id: `branch ${at}`, name: `b${at}` }))
    for (const branch of branches) await store.createBranch({ ...branch, parent: main.id })
    const processes = [0, 1, 2].map((number) => {
      const rounds = branches.map(({ id }, at) => [
        sampleRun(1000 * (number + 1) + at, { conversation: conversation.id, branch: id }, { owner: `p${number}` }),
      ])
      return child(claim, { path, rounds })
    })
    expect(await Promise.all(processes.map(({ ended }) => ended))).toEqual([0, 0, 0])
    const got = processes.flatMap((one) => one.lines()).filter((line) => line !== '-')
    expect(got).toHaveLength(branches.length)
    const running = await store.runs({ states: ['running'], limit: 999 })
    expect(new Set(running.map(({ branch }) => branch)).size).toBe(branches.length)
    expect(running.map(({ id }) => id).sort()).toEqual(got.sort())
    await store.close()
  })
})
