import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Part } from '../core/content/part.ts'
import { verify } from '../core/verify.ts'
import { memoryStore } from '../stores/memory/memory-store.ts'
import { sqliteStore } from '../stores/sqlite/sqlite-store.ts'
import type { Store } from '../stores/store.ts'
import { createCheckpoint, restoreCheckpoint } from './edits/checkpoints.ts'
import {
  type Act,
  linesOf,
  perform,
  planNext,
  type Session,
  sessionModel,
  sessionPaths,
  startSession,
} from './example-session.ts'
import { gather } from './gather/gather.ts'
import { editNode } from './loom/edit.ts'
import type { PlannedCall } from './plan-call.ts'
import { replay } from './replay.ts'
import { fork, say } from './say.ts'

const small = { budget: 4000, settings: { repeats: 0.05 } }

describe.each([
  ['memory', memoryStore],
  ['sqlite', () => sqliteStore(':memory:')],
] as const)('planning over bad input on a %s store', (_, open) => {
  let store: Store
  let session: Session
  let time: number

  beforeEach(async () => {
    store = open()
    time = 1_000_000
    session = await startSession(store, () => ++time)
    await perform(session, { kind: 'ask', length: 4 })
  })
  afterEach(() => store.close())

  const speak = (author: 'human' | 'model' | 'tool', parts: readonly Part[]) =>
    say(session.engine, session.branch, { author, parts })
  const callOf = (callId: string): Part => ({ kind: 'tool-call', callId, name: 'bash', input: { command: callId } })
  const resultOf = (callId: string, text: string): Part => ({
    kind: 'tool-result',
    callId,
    content: [{ kind: 'text', text }],
  })
  const work = async (acts: readonly Act[]): Promise<void> => {
    for (const act of acts) {
      await perform(session, act)
      await planned()
    }
  }
  const runs = (count: number): Act[] =>
    Array.from({ length: count }, (_, at) => ({ kind: 'run', command: at, length: 20 }))

  /** The next plan, which must verify, come to the same again, and be within its limit. */
  async function planned(more: Parameters<typeof planNext>[1] = small): Promise<PlannedCall> {
    const made = await planNext(session, more)
    if (made.kind === 'refusal') throw new Error(`refused: ${made.code}`)
    const measure = await session.engine.loadMeasure(made.recipe.measure)
    expect(verify(await gather(store, measure, made.recipe), made.plan)).toEqual([])
    expect(made.plan.budget.used).toBeLessThanOrEqual(made.plan.budget.limit)
    expect(await replay(session.engine, made.plan.id)).toMatchObject({ same: true })
    return made
  }

  it('goes by an edit of a node that is on another branch as by none', async () => {
    const aside = await fork(session.engine, (await store.branch(session.branch.id)) ?? session.branch, 'aside')
    const elsewhere = await say(session.engine, aside, { author: 'human', parts: [{ kind: 'text', text: 'aside' }] })
    const before = await planned()
    const edit = { node: elsewhere.id, part: 0, at: time, kind: 'user', content: 'instead' } as const
    await store.addFacts(session.branch.id, [{ kind: 'edit', edit }])
    expect((await planned()).rendered.text).toBe(before.rendered.text)
  })

  it('goes by an edit of a part that is not there, or of a call, as by none', async () => {
    const [call] = await perform(session, { kind: 'run', command: 1, length: 2 })
    const before = await planned()
    for (const part of [0, 7]) {
      const edit = { node: call?.id ?? '', part, at: time, kind: 'user', content: 'instead' } as const
      await store.addFacts(session.branch.id, [{ kind: 'edit', edit }])
    }
    expect((await planned()).rendered.text).toBe(before.rendered.text)
  })

  it('leaves a result without its call out with a reason, and sends the rest', async () => {
    const stray = await speak('tool', [resultOf('never called', 'what nobody asked for')])
    await speak('human', [{ kind: 'text', text: 'and now?' }])
    const { plan, rendered } = await planned()
    expect(plan.leftOut).toMatchObject([{ id: stray.id, reason: { kind: 'unmatched-result' } }])
    expect(rendered.text).not.toContain('what nobody asked for')
  })

  it('fills in the result of a call that has none, within what the call is charged', async () => {
    await speak('model', [callOf('lost'), callOf('found')])
    await speak('tool', [resultOf('found', 'here')])
    await speak('human', [{ kind: 'text', text: 'and now?' }])
    const { rendered } = await planned()
    expect(rendered.text).toContain('No result was recorded for this call.')
    expect(rendered.text).toContain('here')
  })

  it('shortens a result of 5 MB while it is the newest, and makes it small later', async () => {
    const large = 'a line of a very long log\n'.repeat(200_000)
    await speak('model', [callOf('log')])
    const result = await speak('tool', [resultOf('log', large)])
    const fresh = await planned()
    expect(fresh.plan.kept).toContainEqual(expect.objectContaining({ id: result.id, form: 'excerpt' }))
    await work(runs(6))
    const later = await planned()
    const kept = later.plan.kept.find((each) => each.kind === 'kept' && each.id === result.id)
    expect(kept?.size ?? 0).toBeLessThan(1000)
    const [part] = (await store.contents([result.content])).get(result.content) ?? []
    expect(part).toEqual(resultOf('log', large))
  }, 60_000)

  it('sends 10,000 results of one message together or not at all', async () => {
    const ids = Array.from({ length: 10_000 }, (_, at) => `call_${at}`)
    await speak('model', ids.map(callOf))
    await speak(
      'tool',
      ids.map((id) => resultOf(id, `done ${id}`)),
    )
    const all = await planned({
      budget: 2_000_000,
      settings: {},
      model: { ...sessionModel, window: 3_000_000 },
    })
    expect(all.rendered.text.match(/"role":"tool"/g)).toHaveLength(10_000)
    await speak('human', [{ kind: 'text', text: 'and now?' }])
    const none = await planned()
    expect(none.rendered.text).not.toContain('"role":"tool"')
  }, 60_000)

  it('loses no line where line numbers lie', async () => {
    await work([
      { kind: 'lie', file: 1, numbered: true },
      { kind: 'lie', file: 1, numbered: false },
      { kind: 'range', file: 1, from: 2, count: 9, numbered: true },
      ...runs(3),
    ])
    const { rendered } = await planned({ ...small, budget: 3400 })
    for (const line of linesOf(sessionPaths[1], 17)) expect(rendered.text).toContain(JSON.stringify(line).slice(1, -1))
  })

  it.each(sessionPaths)('speaks of %s as it was written', async (path) => {
    const file = sessionPaths.indexOf(path)
    await work([{ kind: 'whole', file, numbered: false }, { kind: 'write', file, length: 9, shown: true }, ...runs(16)])
    const carried = (await planned()).plan.kept.find((each) => each.kind === 'kept' && each.section === 'files')
    const content = carried?.kind === 'kept' ? (carried.content ?? '') : ''
    const [part] = (await store.contents([content])).get(content) ?? []
    expect(part).toMatchObject({ kind: 'file', path })
    expect(part?.kind === 'file' && part.text.split('\n')[0]).toBe(`[${path}, whole, in its newest state]`)
  })

  it('leaves a result out, with a reason, that comes when its call was cut', async () => {
    for (let at = 0; at < 6; at++) await perform(session, { kind: 'ask', length: 60 })
    await speak('model', [callOf('late')])
    await work(runs(14))
    const late = await speak('tool', [resultOf('late', 'the late answer')])
    const { plan, rendered } = await planned()
    expect(plan.leftOut).toContainEqual(expect.objectContaining({ id: late.id, reason: { kind: 'unmatched-result' } }))
    expect(rendered.text).not.toContain('the late answer')
  })

  it.each(['from', 'to'] as const)(
    'loses nothing where there is a version of the node %s which was cut',
    async (end) => {
      for (let at = 0; at < 24; at++) await work([{ kind: at % 2 === 0 ? 'answer' : 'ask', length: 50 }])
      const before = await planned()
      const span = before.plan.leftOut.find((each) => each.kind === 'span')
      const node = await store.node(span?.kind === 'span' ? span[end] : '')
      if (!node) throw new Error('nothing was cut')
      await editNode(session.engine, session.branch, node, [{ kind: 'text', text: 'said otherwise' }])
      await perform(session, { kind: 'ask', length: 2 })
      const { plan, recipe } = await planned()
      const told = plan.kept.flatMap((each) => (each.kind === 'kept' ? 1 : []))
      const left = plan.leftOut.map((each) => (each.kind === 'span' ? each.count : 1))
      const length = recipe.route === null ? 0 : await store.length(recipe.route)
      expect([...told, ...left].reduce((sum, count) => sum + count, 0)).toBe(length)
    },
  )

  it('goes on where the clock goes backwards', async () => {
    await work(runs(12))
    const before = await planned()
    time = 500
    await createCheckpoint(session.engine, session.branch, 'here')
    await perform(session, { kind: 'run', command: 3, length: 10 })
    const next = await planned()
    expect(next.plan.prefix?.previous).toBe(before.plan.id)
    time = 20
    await work(runs(4))
    time = 10
    await restoreCheckpoint(session.engine, session.branch, 'here')
    expect((await planned()).stored.request).toBe(before.stored.request)
  })
})
