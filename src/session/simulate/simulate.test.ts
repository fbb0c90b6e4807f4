import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createEngine } from '../../config/engine.ts'
import type { ModelFacts } from '../../models/model-facts.ts'
import { memoryStore } from '../../stores/memory/memory-store.ts'
import { sqliteStore } from '../../stores/sqlite/sqlite-store.ts'
import type { Store } from '../../stores/store.ts'
import { type CallSettings, defaultCallSettings } from '../call-request.ts'
import type { Engine } from '../engine.ts'
import { exampleEngine } from '../example-engine.ts'
import { planCall } from '../plan-call.ts'
import { startConversation } from '../say.ts'
import { type Recording, recordSession } from './example-recording.ts'
import { type SimulationRequest, simulate } from './simulate.ts'
import type { SentCall, SimulatedCall } from './simulated-call.ts'

const model: ModelFacts = {
  provider: 'test',
  name: 'model',
  window: 100_000,
  maxOutput: 500,
  measure: 'characters',
  exact: true,
  messageOverhead: 4,
  prices: null,
  cache: {
    kind: 'automatic',
    minimumTokens: 100,
    lifetimeSeconds: 300,
    maxBreakpoints: 0,
    readMultiplier: 0.1,
    writeMultiplier: 1.25,
  },
  systemField: true,
  systemMidway: false,
  images: true,
}

const settings: CallSettings = { ...defaultCallSettings, truncationStrategy: 'rollingWindow', tokenBuffer: 0 }

describe.each(['memory', 'sqlite'] as const)('a simulation on a %s store', (kind) => {
  let folder: string
  let store: Store
  let engine: Engine
  let session: Recording

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'heddle-simulate-'))
    store = kind === 'memory' ? memoryStore() : sqliteStore(join(folder, 'store.db'))
    engine = exampleEngine(store)
    session = await recordSession(engine, 36)
  })

  afterEach(async () => {
    await store.close()
    rmSync(folder, { recursive: true })
  })

  async function replayed(more: Partial<SimulationRequest> = {}): Promise<SimulatedCall[]> {
    const calls: SimulatedCall[] = []
    const { conversation } = session
    const branch = (await store.branch(session.branch.id)) ?? session.branch
    for await (const call of simulate(engine, { conversation, branch, model, settings, ...more })) calls.push(call)
    return calls
  }

  const sentOf = (calls: readonly SimulatedCall[]): SentCall[] =>
    calls.filter((call): call is SentCall => call.kind === 'sent')

  it('replays the call of every answer, in order, and writes nothing', async () => {
    const before = await store.stats()
    const calls = await replayed({ budget: 6000 })
    expect(calls.map(({ node }) => node)).toEqual(session.answers)
    expect(calls.map(({ index }) => index)).toEqual(session.answers.map((_, at) => at))
    expect(await store.stats()).toEqual(before)
    expect(await store.plans({ limit: 10 })).toEqual([])
  })

  it('comes to the requests that planning call by call comes to, whatever was planned before', async () => {
    const { conversation, branch } = session
    const simulated = sentOf(await replayed({ budget: 6000, requests: true }))
    const messages: unknown[] = []
    for (const answer of session.answers) {
      const head = (await store.node(answer))?.parent ?? ''
      const made = await planCall(
        { ...engine, now: () => 0 },
        { conversation, branch, head, model, settings, budget: 6000, target: 'anthropic' },
      )
      if (made.kind === 'refusal') throw new Error(made.code)
      messages.push((made.rendered.request as { messages: unknown }).messages)
    }
    expect(simulated.map(({ request }) => request?.messages)).toEqual(messages)
    expect(simulated.map(({ used }) => used)).toEqual(sentOf(await replayed({ budget: 6000 })).map(({ used }) => used))
  })

  it('says what was shared, cut, taken for a repeat and carried, and what it costs', async () => {
    const calls = sentOf(await replayed({ budget: 6000 }))
    expect(calls.every(({ used, limit }) => used <= limit && limit === 6000)).toBe(true)
    expect(calls[0]).toMatchObject({ shared: 0, cached: 0, moment: 'none', lost: { count: 0, size: 0 } })
    expect(calls[0]?.cost).toBe(calls[0]?.used)
    const cuts = calls.filter(({ lost }) => lost.count > 0)
    expect(cuts.length).toBeGreaterThan(0)
    for (const { moment, shared, used } of cuts) {
      expect(moment).toBe('pressure')
      expect(shared).toBeLessThan(used)
    }
    const quiet = calls.filter(({ index, moment }) => index > 0 && moment === 'none')
    quiet.forEach(({ shared, index, used, cached, cost }) => {
      expect(shared).toBe(calls[index - 1]?.used)
      if (shared >= 100) expect(cached).toBe(shared)
      if (used >= 100) expect(cost).toBe(Math.round(0.1 * cached + 1.25 * (used - cached)))
    })
    expect(calls.some(({ repeats }) => repeats.count > 0 && repeats.size > 0)).toBe(true)
    expect(calls.some(({ files }) => files.count > 0 && files.size > 0)).toBe(true)
  })

  it('loses nothing and breaks nothing under a limit that is large enough', async () => {
    const calls = sentOf(await replayed())
    expect(calls.every(({ lost }) => lost.count === 0)).toBe(true)
    expect(calls.slice(1).every(({ shared, index }) => shared === calls[index - 1]?.used)).toBe(true)
  })

  it('tells refused calls, and goes on behind them', async () => {
    const calls = await replayed({ budget: 6000, settings: { ...settings, truncationStrategy: 'stopAtLimit' } })
    expect(calls).toHaveLength(session.answers.length)
    expect(calls.at(-1)).toMatchObject({ kind: 'refused', refusal: { code: 'over-limit' }, limit: 6000 })
    expect(calls[0]?.kind).toBe('sent')
  })

  it('sends summaries where these are asked for, and writes nothing either', async () => {
    const { summaries } = createEngine(store)
    if (!summaries) throw new Error('nobody writes summaries')
    engine = { ...engine, summaries }
    const before = await store.stats()
    const calls = sentOf(await replayed({ budget: 6000, settings: { ...settings, underPressure: 'compact' } }))
    expect(calls.some(({ summarised }) => summarised.count > 0)).toBe(true)
    expect(calls.every(({ used, limit }) => used <= limit)).toBe(true)
    expect(await store.stats()).toEqual(before)
    expect(await store.facts(session.branch.id)).toEqual([])
  })

  it('has what the edits of each answer needed to have seen with its request, if it ever stood there', async () => {
    const calls = sentOf(await replayed({ requests: true }))
    const expects = calls.map(({ request }) => request?.expects ?? [])
    const edits = session.answers.slice(0, -1).map((_, at) => at % 3 === 2 && at % 4 !== 3)
    expect(expects.slice(0, -1).map((each) => each.length === 1)).toEqual(edits)
    const { request } = calls[2] ?? {}
    const sent = JSON.stringify(request?.messages)
    expect(request?.expects[0]?.lines.every((line) => sent.includes(line))).toBe(true)
    expect(request).toMatchObject({ system: 'You write code.', tools: [] })
  })

  it('has no call for an answer that a person keeps out, or that begins a conversation', async () => {
    await store.mark([session.answers[3] ?? ''], 'excluded', true, 1)
    expect((await replayed()).map(({ node }) => node)).toEqual(session.answers.toSpliced(3, 1))
    const { conversation, branch } = await startConversation(engine)
    expect(await replayed({ conversation, branch })).toEqual([])
  })

  it('ends between two calls when it is told to, and says how far it is', async () => {
    const abort = new AbortController()
    const told: [number, number][] = []
    const onProgress = (done: number, total: number): void => {
      told.push([done, total])
      if (done === 2) abort.abort(new Error('enough'))
    }
    await expect(replayed({ signal: abort.signal, onProgress })).rejects.toThrow('enough')
    const all = session.answers.length
    expect(told).toEqual([0, 1, 2].map((done) => [done, all]))
  })
})
