import { beforeEach, describe, expect, it } from 'vitest'
import type { ToolTrace } from '../../history/calls/tool-trace.ts'
import { memoryStore } from '../../stores/memory/memory-store.ts'
import { exampleEngine } from '../example-engine.ts'
import { say, startConversation } from '../say.ts'
import { answered } from './example-call.ts'
import { feedbackReport } from './feedback-report.ts'
import { giveFeedback } from './give-feedback.ts'
import { givenFeedback } from './given-feedback.ts'

const engine = exampleEngine(memoryStore())
let started: Awaited<ReturnType<typeof startConversation>>

beforeEach(async () => {
  started = await startConversation(engine)
  await say(engine, started.branch, { author: 'human', parts: [{ kind: 'text', text: 'Fix it.' }] })
})

const answer = (more: Parameters<typeof answered>[3] = {}): ReturnType<typeof answered> =>
  answered(engine, started.branch, [{ kind: 'text', text: 'Done.' }], { run: engine.newId(), ...more })

const traceOf = (call: string, callId: string, more: Partial<ToolTrace>): ToolTrace => ({
  call,
  callId,
  name: 'run_command',
  input: { command: 'npm test' },
  permitted: 'allowed',
  result: null,
  size: 0,
  startedAt: Number(callId),
  endedAt: 2,
  error: null,
  exitCode: null,
  changes: [],
  ...more,
})

describe("a person's word on an answer", () => {
  it('finds the call by its id, its plan, its node, and as the newest that has ended', async () => {
    const first = await answer({ plan: `plan of ${started.branch.id}` })
    const second = await answer()
    const running = await answer({ state: 'running' })
    const about = { verdict: 'accepted' } as const
    expect((await giveFeedback(engine, { call: first.id }, about)).call).toBe(first.id)
    expect((await giveFeedback(engine, { plan: first.plan }, about)).call).toBe(first.id)
    expect((await giveFeedback(engine, { node: first.node }, about)).call).toBe(first.id)
    expect((await giveFeedback(engine, { branch: started.branch.id }, about)).call).toBe(second.id)
    await expect(giveFeedback(engine, { call: running.id }, about)).rejects.toMatchObject({ code: 'call-not-found' })
  })

  it('is about an answer: the newest call that is done, and never one that failed', async () => {
    const done = await answer({ plan: `plan of ${started.branch.id}` })
    const failed = await answer({ state: 'failed', error: { code: 'model-server', message: 'acme failed (500).' } })
    const stopped = await answer({ state: 'interrupted' })
    const about = { verdict: 'rejected' } as const
    expect((await giveFeedback(engine, { branch: started.branch.id }, about)).call).toBe(done.id)
    expect((await giveFeedback(engine, { call: stopped.id }, about)).call).toBe(stopped.id)
    for (const target of [{ call: failed.id }, { node: failed.node }])
      await expect(giveFeedback(engine, target, about)).rejects.toMatchObject({
        code: 'call-not-found',
        message: expect.stringContaining('acme failed (500).'),
      })
    const again = await answer({ plan: done.plan, state: 'failed' })
    expect((await giveFeedback(engine, { plan: again.plan }, about)).call).toBe(done.id)
  })

  it('says why there is nothing to judge where all calls of the branch failed', async () => {
    await answer({ state: 'failed', error: { code: 'model-auth', message: 'acme wants a key.' } })
    await answer({ state: 'running' })
    const judging = giveFeedback(engine, { branch: started.branch.id }, { verdict: 'accepted' })
    await expect(judging).rejects.toThrow('acme wants a key.')
  })

  it.each([{ call: 'none' }, { plan: 'none' }, { node: 'none' }, { branch: 'none' }])(
    'is refused where there is no call: %o',
    async (target) => {
      await expect(giveFeedback(engine, target, { verdict: 'rejected' })).rejects.toMatchObject({
        code: 'call-not-found',
        target,
      })
    },
  )

  it('keeps a note, and takes a blank one for none', async () => {
    const { branch } = started
    await answer()
    const noted = await giveFeedback(engine, { branch: branch.id }, { verdict: 'edited', note: ' wrong file\n' })
    expect(noted.note).toBe('wrong file')
    expect((await giveFeedback(engine, { branch: branch.id }, { verdict: 'edited', note: '  ' })).note).toBeNull()
  })

  it('has with it how commands of the turn ended and what was changed, up to its call', async () => {
    const { store } = engine
    const run = engine.newId()
    const first = await answer({ run, step: 1 })
    const last = await answer({ run, step: 2 })
    const later = await answer({ run, step: 3 })
    const diff = '--- a\n+++ b\n@@ -1,2 +1,3 @@\n one\n-two\n+2\n+3\n'
    const changes = [{ path: 'src/a.ts', before: 'x', after: 'y', diff }]
    await store.putToolTrace(traceOf(first.id, '1', { exitCode: 2 }))
    await store.putToolTrace(traceOf(first.id, '2', { name: 'write_file', changes }))
    await store.putToolTrace(traceOf(last.id, '3', { exitCode: 0, changes }))
    await store.putToolTrace(traceOf(later.id, '4', { exitCode: 7 }))
    await giveFeedback(engine, { call: last.id }, { verdict: 'rejected' })
    await giveFeedback(engine, { call: last.id }, { verdict: 'accepted' })
    const given = await givenFeedback(store, { branch: started.branch.id, limit: 10 })
    expect(given.map(({ verdict, counts }) => [verdict, counts])).toEqual([
      ['accepted', true],
      ['rejected', false],
    ])
    expect(given[0]).toMatchObject({
      node: last.node,
      commands: [
        { name: 'run_command', command: 'npm test', exitCode: 2 },
        { name: 'run_command', command: 'npm test', exitCode: 0 },
      ],
      changes: [{ path: 'src/a.ts', added: 4, removed: 2 }],
    })
    const { verdicts } = await feedbackReport(store, { branch: started.branch.id })
    expect(verdicts).toEqual([
      { verdict: 'accepted', calls: 1, commands: 2, failed: 1, files: 1 },
      { verdict: 'edited', calls: 0, commands: 0, failed: 0, files: 0 },
      { verdict: 'rejected', calls: 0, commands: 0, failed: 0, files: 0 },
    ])
  })

  it('is reported with what plans had, by kind, over the newest calls; damaged records do not count', async () => {
    const { store } = engine
    const { id: conversation } = started.conversation
    const branch = started.branch.id
    const record = async (reflection: { readonly [key: string]: never[] | number | string }): Promise<void> => {
      const { id: call, plan } = await answer()
      await store.putReflection({ call, plan, conversation, branch, reflection, at: 1 })
    }
    const kind = (used: number, unused: number): never =>
      ({ section: 'history', form: 'full', used, unused, unnamed: 1 }) as never
    const later = (section: string, form: string | null): never =>
      ({ id: 'a', section, form, by: 'p', plan: 'x' }) as never
    const tools = { ...(kind(5, 50) as object), section: 'tools' } as never
    const empty = { version: 1, kinds: [], items: [], askedLater: [], lacking: [] }
    await record({ ...empty, kinds: [kind(100, 0)] })
    await record({ ...empty, kinds: [kind(1, 4), tools], askedLater: [later('history', null), later('history', null)] })
    await record({ ...empty, kinds: [kind(2, 1)], askedLater: [later('files', 'excerpt')] })
    await record({ version: 2 })
    const report = await feedbackReport(store, { branch, limit: 3 })
    expect(report).toMatchObject({
      calls: 2,
      hitRate: 3 / 8,
      askedLater: 3,
      kinds: [
        { section: 'tools', form: 'full', used: 5, unused: 50, unnamed: 1, askedLater: 0 },
        { section: 'files', form: 'excerpt', used: 0, unused: 0, unnamed: 0, askedLater: 1 },
        { section: 'history', form: 'full', used: 3, unused: 5, unnamed: 2, askedLater: 0 },
        { section: 'history', form: null, used: 0, unused: 0, unnamed: 0, askedLater: 2 },
      ],
    })
    expect(await feedbackReport(store, { branch: 'nowhere' })).toMatchObject({ calls: 0, hitRate: null, kinds: [] })
  })
})
