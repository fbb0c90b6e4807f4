import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openSession } from '../../src/config/session/open-session.ts'
import { turnRequest } from '../../src/config/session/turn.ts'
import type { Conversation } from '../../src/history/conversation.ts'
import type { Branch } from '../../src/history/node.ts'
import { fork, say, startConversation } from '../../src/session/say.ts'
import { runTurn } from '../../src/session/turn/run-turn.ts'
import { checkStore } from '../../src/stores/sqlite/upkeep/check.ts'
import type { Store } from '../../src/stores/store.ts'
import { momentOf } from './moment.ts'
import { lastLine, makePlace, models, type Place, turnScript } from './place.ts'
import { makeTurns, type Turns } from './turns.ts'

/** How many processes are killed in all: 100 and more by hand, with HEDDLE_KILLS. */
const kills = Number(process.env.HEDDLE_KILLS ?? 25)
const patience = 60_000 + kills * 4000

let place: Place
let conversation: Conversation
let branches: readonly Branch[]
beforeEach(async () => {
  place = await makePlace(turnScript())
  const workspace = await place.open()
  const { engine, store } = workspace
  const started = await startConversation(engine, { system: 'Be brief.' })
  conversation = started.conversation
  await say(engine, started.branch, { author: 'human', parts: [{ kind: 'text', text: 'Let us begin.' }] })
  const main = (await store.branch(started.branch.id)) ?? started.branch
  branches = [main, await fork(engine, main, 'other')]
  await workspace.close()
})
afterEach(() => place.remove())

/** Numbers from 0 up to 1, the same for the same seed (Lehmer, with the multiplier of Park and Miller, 1988). */
function numbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
}

/** The ids behind one another, up to a branch's head. */
async function pathOf(store: Store, branch: string): Promise<ReadonlySet<string>> {
  const ids = new Set<string>()
  for (let id = (await store.branch(branch))?.head ?? null; id !== null; ) {
    ids.add(id)
    id = (await store.node(id))?.parent ?? null
  }
  return ids
}

/** What a process said is stored. */
async function expectKept(store: Store, branch: Branch, lines: readonly string[]): Promise<void> {
  const path = await pathOf(store, branch.id)
  const traces = await store.toolTraces((await store.calls({ branch: branch.id, limit: 100_000 })).map(({ id }) => id))
  const traced = new Set(traces.map(({ call, callId }) => `${call} ${callId}`))
  for (const line of lines) {
    const [kind, ...rest] = line.split(' ')
    const id = rest.join(' ')
    if (kind === 'node') expect(path).toContain(id)
    if (kind === 'trace') expect(traced).toContain(id)
    if (kind === 'call') expect(await store.call(id)).toMatchObject({ state: 'done' })
  }
}

/** No call is half there: one that is done has its plan and its node, and one that has a node says so. */
async function expectWhole(store: Store, branch: Branch): Promise<void> {
  for (const call of await store.calls({ branch: branch.id, limit: 100_000 })) {
    expect(await store.plan(call.plan)).toMatchObject({ request: call.request })
    if (call.state === 'done') expect(await store.node(call.node)).toMatchObject({ author: 'model' })
  }
}

/** Files were written whole, or not at all. */
async function expectWholeFiles(): Promise<void> {
  const folder = join(place.folder, 'out')
  for (const name of await readdir(folder).catch(() => []))
    if (name.endsWith('.ts')) expect((await readFile(join(folder, name), 'utf8')).endsWith(`${lastLine}\n`)).toBe(true)
}

/** The next turn on a branch, with or without a message, goes on to its end, and nothing is left that seems to run. */
async function expectGoesOn(branch: Branch, model: string, said: string | undefined): Promise<void> {
  const workspace = await place.open()
  const { store } = workspace
  const session = openSession(workspace, { allowed: ['write_file', 'replace_in_file', 'run_command'] })
  const message = said === undefined ? undefined : [{ kind: 'text', text: said } as const]
  const { run } = await runTurn(session, await turnRequest(workspace, { conversation, branch }, message, { model }))
  expect(run).toMatchObject({ state: 'done', error: null })
  expect(await store.runs({ branch: branch.id, states: ['queued', 'running'], limit: 10 })).toEqual([])
  const calls = await store.calls({ branch: branch.id, limit: 100_000 })
  expect(calls.filter(({ state }) => state === 'running')).toEqual([])
  await workspace.close()
}

/** Everything that must hold once a process was killed, and that the branch can be gone on with. */
async function expectRecovers(branch: Branch, turns: Turns, model: string, number: number): Promise<void> {
  const workspace = await place.open()
  const { store } = workspace
  expect(checkStore(workspace.paths.database)).toMatchObject({ healthy: true, findings: [] })
  await expectKept(store, branch, turns.lines())
  await expectWhole(store, branch)
  await expectWholeFiles()
  const isMidway = (await store.runs({ branch: branch.id, states: ['running'], limit: 2 })).length > 0
  await workspace.close()
  const isSilent = isMidway && number % 2 === 0
  await expectGoesOn(branch, model, isSilent ? undefined : `After kill ${number}: go on.`)
}

function start(branch: Branch, number: number, random: () => number): Turns {
  const task = { folder: place.folder, conversation: conversation.id, branch: branch.name, turns: 2 }
  const moment = momentOf(number, random)
  const model = models[number % 3] ?? models[0]
  return makeTurns({ ...task, model, moment, said: `Process ${number}` }, place.env)
}

describe('a process that is killed at any point of a turn', () => {
  it(
    'loses nothing it has told of, leaves nothing half there, and the next turn goes on',
    async () => {
      const random = numbers(20_250_309)
      const [main] = branches as [Branch, Branch]
      let killed = 0
      for (let number = 0; killed < kills / 2; number++) {
        const turns = start(main, number, random)
        if ((await turns.ended) === 'SIGKILL') killed++
        await expectRecovers(main, turns, models[number % 3] ?? models[0], number)
      }
    },
    patience,
  )

  it(
    'does so beside another one, which is killed as well, on another branch',
    async () => {
      const random = numbers(20_250_310)
      let killed = 0
      for (let number = 0; killed < kills / 2; number++) {
        const pair = branches.map((branch, at) => start(branch, 2 * number + at, random))
        const ends = await Promise.all(pair.map(({ ended }) => ended))
        killed += ends.filter((end) => end === 'SIGKILL').length
        await Promise.all(
          pair.map((turns, at) =>
            expectRecovers(branches[at] as Branch, turns, models[(2 * number + at) % 3] ?? models[0], 2 * number + at),
          ),
        )
      }
    },
    patience,
  )
})
