import { describe, expect, it } from 'vitest'
import type { Part } from '../../core/content/part.ts'
import { memoryStore } from '../../stores/memory/memory-store.ts'
import type { CallSettings } from '../call-request.ts'
import { linesOf, perform, planNext, type Session, startSession } from '../example-session.ts'
import type { PlannedCall } from '../plan-call.ts'
import { say } from '../say.ts'
import { answered } from './example-call.ts'
import { reflect } from './reflect.ts'
import type { Reflection } from './reflection.ts'

const text = (said: string): Part => ({ kind: 'text', text: said })
const reads = (path: string, more: { readonly [key: string]: number } = {}): Part => ({
  kind: 'tool-call',
  callId: 'asks',
  name: 'read_file',
  input: { path, ...more },
})

async function planned(session: Session, window?: number, settings: Partial<CallSettings> = {}): Promise<PlannedCall> {
  const made = await planNext(session, { ...(window === undefined ? {} : { budget: window }), settings })
  if (made.kind === 'refusal') throw new Error(made.code)
  return made
}

async function reflected(session: Session, { plan }: PlannedCall, answer: readonly Part[]): Promise<Reflection> {
  const call = await answered(session.engine, session.branch, answer, { plan: plan.id })
  const reflection = await reflect(session.engine, call)
  if (!reflection) throw new Error('nothing was reflected on')
  return reflection
}

/** A session that read `src/a.ts`, then much else, so that a small window leaves the read out. */
async function long(
  settings: Partial<CallSettings> = {},
  between = 12,
  before = 4,
): Promise<{ session: Session; plan: PlannedCall; read: string }> {
  const session = await startSession(memoryStore())
  await perform(session, { kind: 'ask', length: 3 })
  for (let at = 0; at < before; at++) await perform(session, { kind: 'ask', length: 200 })
  const [, read] = await perform(session, { kind: 'whole', file: 0, numbered: true })
  for (let at = 0; at < between; at++) await perform(session, { kind: 'answer', length: 200 })
  await perform(session, { kind: 'ask', length: 3 })
  return { session, plan: await planned(session, 4000, { filesInWork: 0, ...settings }), read: read?.id ?? '' }
}

describe('reflection on a call', () => {
  it('stores what the plan had, by kind, and what the answer used of it', async () => {
    const session = await startSession(memoryStore())
    await perform(session, { kind: 'ask', length: 3 })
    await perform(session, { kind: 'whole', file: 0, numbered: true })
    await perform(session, { kind: 'whole', file: 3, numbered: true })
    const plan = await planned(session)
    const reflection = await reflected(session, plan, [text('`src/a.ts` is wrong')])
    expect(reflection.kinds).toEqual([{ section: 'history', form: 'full', used: 2, unused: 2, unnamed: 1 }])
    expect(reflection.items.map(({ state, by }) => [state, by])).toEqual([
      ['used', 'src/a.ts'],
      ['used', 'src/a.ts'],
      ['unused', null],
      ['unused', null],
    ])
    expect(reflection.askedLater).toEqual([])
    const [record] = await session.engine.store.reflections({ plan: plan.plan.id, limit: 5 })
    expect(record?.reflection).toEqual(reflection)
  })

  it('says what a span left out and the model then asked for', async () => {
    const { session, plan, read } = await long()
    expect(plan.plan.leftOut.map(({ kind }) => kind)).toContain('span')
    const { askedLater } = await reflected(session, plan, [reads('./src/a.ts')])
    expect(askedLater).toEqual([{ id: read, section: 'history', form: null, by: './src/a.ts', plan: plan.plan.id }])
  })

  it('knows by the node, too, that a span holds', async () => {
    const { session, plan, read } = await long()
    const shortId = (await session.engine.store.node(read))?.shortId ?? ''
    const views: Part = { kind: 'tool-call', callId: '1', name: 'loom_view', input: { node: shortId } }
    const { askedLater } = await reflected(session, plan, [views])
    expect(askedLater.map(({ id, by }) => [id, by])).toEqual([[read, shortId]])
  })

  it('goes no further into a span than its newest nodes where no plan saw what is before them', async () => {
    const { session, plan } = await long({}, 60, 40)
    expect(plan.plan.leftOut).toHaveLength(1)
    expect((await reflected(session, plan, [reads('src/a.ts')])).askedLater).toEqual([])
  })

  it('knows by the book of files what an earlier plan saw, however far back, and by its lines', async () => {
    const session = await startSession(memoryStore())
    await perform(session, { kind: 'ask', length: 3 })
    for (let at = 0; at < 4; at++) await perform(session, { kind: 'ask', length: 200 })
    const [, read] = await perform(session, { kind: 'range', file: 3, from: 4, count: 3, numbered: true })
    await planned(session)
    for (let at = 0; at < 60; at++) await perform(session, { kind: 'answer', length: 200 })
    await perform(session, { kind: 'ask', length: 3 })
    const plan = await planned(session, 4000, { filesInWork: 0 })
    const path = 'cost $& $1 $$.ts'
    const { askedLater } = await reflected(session, plan, [reads(path, { from: 6, to: 9 })])
    expect(askedLater.map(({ id }) => id)).toEqual([read?.id])
    expect((await reflected(session, plan, [reads(path, { from: 9, to: 12 })])).askedLater).toEqual([])
  })

  it('takes what was never there, what is shown or is written for nothing left out', async () => {
    const { session, plan } = await long()
    expect((await reflected(session, plan, [reads('src/never.ts')])).askedLater).toEqual([])
    const writes: Part = {
      kind: 'tool-call',
      callId: '1',
      name: 'write_file',
      input: { path: 'src/a.ts', content: 'x' },
    }
    expect((await reflected(session, plan, [writes])).askedLater).toEqual([])
    await perform(session, { kind: 'whole', file: 0, numbered: true })
    const shown = await planned(session, 4000, { filesInWork: 0 })
    expect((await reflected(session, shown, [reads('src/a.ts')])).askedLater).toEqual([])
  })

  it('says what stood there shortened, by its path and by the call whose result it is', async () => {
    const session = await startSession(memoryStore())
    session.files.set('src/a.ts', linesOf('src/a.ts', 400))
    await perform(session, { kind: 'ask', length: 3 })
    const [, read] = await perform(session, { kind: 'whole', file: 0, numbered: true })
    const plan = await planned(session, 4000)
    const kept = plan.plan.kept.find((entry) => entry.kind === 'kept' && entry.id === read?.id)
    expect(kept).toMatchObject({ form: 'excerpt' })
    for (const input of [{ path: 'src/a.ts', from: 100, to: 120 }, { call_id: 'call_1' }]) {
      const asks: Part = { kind: 'tool-call', callId: 'x', name: 'read_more', input }
      const { askedLater } = await reflected(session, plan, [asks])
      expect(askedLater.map(({ id, form }) => [id, form])).toEqual([[read?.id, 'excerpt']])
    }
  })

  it('remembers for the next calls of the branch what a plan lacked', async () => {
    const session = await startSession(memoryStore())
    await perform(session, { kind: 'ask', length: 3 })
    const first = await planned(session)
    const call = await answered(session.engine, session.branch, [text('Well.')], { plan: first.plan.id })
    const lacking = [{ id: 'bundle:b:docs/late.md', section: 'bundle', form: null, paths: ['docs/late.md'], calls: [] }]
    const { id, conversation, branch } = call
    const reflection = { version: 1, kinds: [], items: [], askedLater: [], lacking }
    await session.engine.store.putReflection({ call: id, plan: call.plan, conversation, branch, reflection, at: 1 })
    const { askedLater } = await reflected(session, await planned(session), [reads('docs/late.md')])
    expect(askedLater).toEqual([
      { id: 'bundle:b:docs/late.md', section: 'bundle', form: null, by: 'docs/late.md', plan: first.plan.id },
    ])
  })

  it('has nothing to say of a plan that is not there', async () => {
    const session = await startSession(memoryStore())
    await say(session.engine, session.branch, { author: 'human', parts: [text('a')] })
    const call = await answered(session.engine, session.branch, [text('b')])
    expect(await reflect(session.engine, call)).toBeNull()
    expect(await session.engine.store.reflections({ limit: 5 })).toEqual([])
  })
})
