import assert from 'node:assert/strict'
import type { Run } from '../../../history/calls/run.ts'
import type { Store } from '../../../stores/store.ts'
import { failsWith, sampleConversation, sampleId, started, type Test } from '../samples.ts'
import { sampleCall, sampleRun, sampleTrace } from './sample-calls.ts'

/** Runs, calls and the traces of their tools. */
export function callContract(test: Test): void {
  test('keeps runs, and gives those of a place and a state, the newest first', async (store) => {
    const [place, other] = [await started(store, 1), await started(store, 2)]
    const runs = [
      sampleRun(1, place, { state: 'done', startedAt: 5, endedAt: 9, attempts: 1, owner: 'me 7' }),
      sampleRun(2, other, { state: 'failed', error: { code: 'model-auth', message: 'No key.' } }),
      sampleRun(4, place, { priority: 3 }),
      sampleRun(3, place, { state: 'running' }),
    ]
    for (const run of runs) await store.putRun(run)
    for (const run of runs) assert.deepEqual(await store.run(run.id), run)
    assert.equal(await store.run('none'), undefined)
    const found = async (filter: Parameters<Store['runs']>[0]): Promise<number[]> =>
      (await store.runs(filter)).map(({ queuedAt }) => queuedAt)
    assert.deepEqual(await found({ limit: 9 }), [4, 3, 2, 1])
    assert.deepEqual(await found({ limit: 2 }), [4, 3])
    assert.deepEqual(await found({ conversation: place.conversation, limit: 2 }), [4, 3])
    assert.deepEqual(await found({ branch: other.branch, limit: 9 }), [2])
    assert.deepEqual(await found({ ...place, states: ['done', 'running', 'done'], limit: 9 }), [3, 1])
    assert.deepEqual(await found({ branch: place.branch, conversation: other.conversation, limit: 9 }), [])
    assert.deepEqual(await found({ states: ['failed', 'queued'], limit: 1 }), [4])
    assert.deepEqual(await found({ states: [], limit: 9 }), [])
    assert.deepEqual(await found({ conversation: 'nowhere', limit: 9 }), [])
  })

  test('lets one run at a time have a branch', async (store) => {
    const [place, other] = [await started(store, 1), await started(store, 2)]
    const [first, second] = [sampleRun(1, place), sampleRun(2, place, { attempts: 1 })]
    await store.putRun(first)
    assert.equal(await store.claimBranch({ ...first, owner: 'me' }), undefined)
    const running: Run = { ...first, owner: 'me', state: 'running' }
    assert.deepEqual(await store.run(first.id), running)
    assert.deepEqual(await store.claimBranch(second), running)
    assert.equal(await store.run(second.id), undefined)
    assert.equal(await store.claimBranch(running), undefined)
    assert.equal(await store.claimBranch(sampleRun(3, other)), undefined)
    await store.putRun({ ...running, state: 'done' })
    assert.equal(await store.claimBranch(second), undefined)
    assert.deepEqual(await store.run(second.id), { ...second, state: 'running' })
    await failsWith('branch-not-found', store.claimBranch(sampleRun(4, { ...place, branch: 'nowhere' })))
    await failsWith('branch-not-found', store.claimBranch(sampleRun(4, { ...place, branch: other.branch })))
    assert.equal((await store.runs({ limit: 9 })).length, 3)
  })

  test('keeps that a run is asked to stop, whatever is put, until it has ended', async (store) => {
    const place = await started(store)
    const run = sampleRun(1, place)
    const asked = async (): Promise<boolean | undefined> => (await store.run(run.id))?.stopAsked
    await store.askToStop(run.id)
    assert.equal(await store.run(run.id), undefined)
    await store.putRun(run)
    assert.equal(await asked(), false)
    await store.askToStop(run.id)
    await store.putRun({ ...run, priority: 2 })
    assert.equal(await asked(), true)
    await store.claimBranch(run)
    assert.equal(await asked(), true)
    await store.putRun({ ...run, state: 'stopped' })
    assert.equal(await asked(), true)
    await store.putRun({ ...run, attempts: 1 })
    assert.equal(await asked(), false)
    await store.putRun({ ...run, stopAsked: true })
    assert.equal(await asked(), true)
    await store.putRun({ ...run, state: 'done' })
    await store.putRun({ ...run, state: 'done' })
    await store.askToStop(run.id)
    assert.equal(await asked(), false)
  })

  test('keeps calls, replaces them, and gives those of whatever is asked for, the newest first', async (store) => {
    const [place, other] = [await started(store, 1), await started(store, 2)]
    const [plan, run] = ['e'.repeat(64), sampleId(800_001)]
    const failed = { code: 'model-server', message: 'It fell.' }
    const calls = [
      sampleCall(1, place, { plan }),
      sampleCall(2, other, { run, provider: 'open:router', model: 'a/b:free' }),
      sampleCall(4, place, { run, plan, usage: null, rawUsage: null, error: failed, state: 'failed', finish: null }),
      sampleCall(3, place, { model: 'down' }),
    ]
    for (const call of calls) await store.putCall({ ...call, state: 'running', plan: 'f'.repeat(64), retries: [] })
    for (const call of calls) await store.putCall(call)
    for (const call of calls) assert.deepEqual(await store.call(call.id), call)
    assert.equal(await store.call('none'), undefined)
    assert.equal((await store.stats()).calls, 4)
    const found = async (filter: Parameters<Store['calls']>[0]): Promise<number[]> =>
      (await store.calls(filter)).map(({ startedAt }) => startedAt)
    assert.deepEqual(await found({ limit: 9 }), [4, 3, 2, 1])
    assert.deepEqual(await found({ limit: 2 }), [4, 3])
    assert.deepEqual(await found({ conversation: place.conversation, limit: 2 }), [4, 3])
    assert.deepEqual(await found({ branch: other.branch, limit: 9 }), [2])
    assert.deepEqual(await found({ run, limit: 9 }), [4, 2])
    assert.deepEqual(await found({ plan, limit: 9 }), [4, 1])
    assert.deepEqual(await found({ plan: 'f'.repeat(64), limit: 9 }), [])
    assert.deepEqual(await found({ model: 'made:up', limit: 9 }), [4, 1])
    assert.deepEqual(await found({ model: 'open:router:a/b:free', limit: 9 }), [2])
    assert.deepEqual(await found({ ...place, run, plan, model: 'made:up', limit: 1 }), [4])
    assert.deepEqual(await found({ branch: place.branch, conversation: other.conversation, limit: 9 }), [])
    assert.deepEqual(await found({ conversation: 'nowhere', limit: 9 }), [])
    await failsWith('branch-not-found', store.putCall(sampleCall(5, { ...place, branch: other.branch })))
    await failsWith('conversation-not-found', store.putCall(sampleCall(5, { ...place, conversation: 'nowhere' })))
    assert.equal(await store.call(sampleId(5)), undefined)
  })

  test('finds the calls whose answers are in nodes', async (store) => {
    const place = await started(store)
    const calls = [sampleCall(2, place, { node: 'a' }), sampleCall(1, place, { node: 'a' }), sampleCall(3, place)]
    for (const call of calls) await store.putCall(call)
    const found = await store.callsOfNodes(['none', 'a', sampleId(500_003), 'a'])
    assert.deepEqual([...found.keys()].sort(), [sampleId(500_003), 'a'].sort())
    assert.deepEqual(found.get('a'), calls[0])
    assert.deepEqual(found.get(sampleId(500_003)), calls[2])
    assert.equal((await store.callsOfNodes([])).size, 0)
  })

  test('keeps traces of tools in the order in which the tools were begun', async (store) => {
    const place = await started(store)
    const calls = [sampleCall(1, place), sampleCall(2, place)]
    for (const call of calls) await store.putCall(call)
    const [one = '', two = ''] = calls.map(({ id }) => id)
    const traces = [
      sampleTrace(two, 'z', 7),
      sampleTrace(two, 'a', 7),
      sampleTrace(two, 'b', 3, { permitted: 'denied', error: 'It may not.', result: null, changes: [] }),
      sampleTrace(one, 'z', 5, { exitCode: 1, input: null }),
    ]
    for (const trace of traces) await store.putToolTrace({ ...trace, error: 'not yet' })
    for (const trace of traces.toReversed()) await store.putToolTrace(trace)
    const at = (...numbers: readonly number[]): unknown[] => numbers.map((number) => traces[number])
    assert.deepEqual(await store.toolTraces([two]), at(2, 0, 1))
    assert.deepEqual(await store.toolTraces([two, 'none', one, two]), at(2, 3, 0, 1))
    assert.deepEqual(await store.toolTraces([]), [])
    await failsWith('call-not-found', store.putToolTrace(sampleTrace('none', 'a', 1)))
  })

  test('keeps what came of a call on a branch of its own', async (store) => {
    const place = await started(store)
    const [, branch] = sampleConversation(1)
    const fork = { ...place, branch: 'fork' }
    await store.createBranch({ ...branch, id: fork.branch, name: 'fork', parent: branch.id })
    await store.putCall(sampleCall(1, place))
    await store.putCall(sampleCall(2, fork))
    assert.deepEqual(
      (await store.calls({ branch: fork.branch, limit: 9 })).map(({ id }) => id),
      [sampleId(2)],
    )
  })
}
