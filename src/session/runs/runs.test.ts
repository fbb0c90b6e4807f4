import { describe, expect, it } from 'vitest'
import type { Branch } from '../../history/node.ts'
import { ModelFailure } from '../../models/model-failure.ts'
import { memoryStore } from '../../stores/memory/memory-store.ts'
import { answerOf, scriptedModel } from '../../testing/scripted-model.ts'
import type { Engine } from '../engine.ts'
import { fork, say } from '../say.ts'
import { exampleSession, textOf } from '../turn/example-turn.ts'
import { generate } from './generate.ts'
import { runAll } from './run-all.ts'

const said = (text: string) => ({ kind: 'text', text }) as const

/** A branch that something was said on, so that it can be forked. */
async function begun(engine: Engine, branch: Branch): Promise<Branch> {
  await say(engine, branch, { author: 'human', parts: textOf('Begin.') })
  return (await engine.store.branch(branch.id)) ?? branch
}

describe('runs at the same time', () => {
  it('each advance their own branch', async () => {
    const store = memoryStore()
    const { session, request, branch } = await exampleSession(
      store,
      scriptedModel((_, number) => answerOf(said(`answer ${number}`))),
    )
    const other = await fork(session.engine, await begun(session.engine, branch), 'other')
    const ends = await runAll(session, [
      { request: { ...request, message: textOf('One.') } },
      { request: { ...request, branch: other, message: textOf('Two.') } },
    ])
    expect(ends.map((end) => end.kind === 'ended' && end.result.run.state)).toEqual(['done', 'done'])
    const heads = await Promise.all([branch, other].map(async ({ id }) => (await store.branch(id))?.head))
    expect(new Set(heads).size).toBe(2)
    expect((await store.runs({ limit: 9 })).every(({ state, attempts }) => state === 'done' && attempts === 1)).toBe(
      true,
    )
  })

  it('go by priority, as many at once as are allowed, and one that fails ends no other', async () => {
    const store = memoryStore()
    let running = 0
    let most = 0
    const order: string[] = []
    const model = scriptedModel(async function* (call, number) {
      most = Math.max(most, ++running)
      order.push(JSON.stringify(call.prompt.messages.at(-1)))
      await new Promise((done) => setTimeout(done, 3))
      running--
      if (number === 1) throw new ModelFailure('refused', 'No.')
      yield* answerOf(said('Yes.'))
    })
    const { session, request, branch } = await exampleSession(store, model)
    const branches = [await begun(session.engine, branch)]
    for (const name of ['b', 'c', 'd', 'e']) branches.push(await fork(session.engine, branches[0] ?? branch, name))
    const ends = await runAll(
      session,
      branches.map((each, at) => ({
        request: { ...request, branch: each, message: textOf(`Number ${at}.`) },
        priority: at,
      })),
      { parallel: 2 },
    )
    expect(most).toBe(2)
    expect(order[0]).toContain('Number 4.')
    expect(ends.map((end) => end.kind === 'ended' && end.result.run.state)).toEqual([
      'done',
      'done',
      'done',
      'done',
      'failed',
    ])
  })

  it('do not begin when they were asked to stop while they waited', async () => {
    const store = memoryStore()
    const model = scriptedModel(() => answerOf(said('Yes.')))
    const { session, request, branch } = await exampleSession(store, model)
    const other = await fork(session.engine, await begun(session.engine, branch), 'other')
    const listen: typeof session.listen = (event) => {
      if (event.kind !== 'turn-start') return
      void store.runs({ states: ['queued'], limit: 9 }).then((runs) => runs.map(({ id }) => store.askToStop(id)))
    }
    const ends = await runAll({ ...session, listen }, [{ request }, { request: { ...request, branch: other } }], {
      parallel: 1,
    })
    expect(ends.map((end) => (end.kind === 'ended' ? end.result.run : end.run).state)).toEqual(['done', 'stopped'])
  })
})

describe('several answers', () => {
  it('stand beside one another under what the person said once', async () => {
    const store = memoryStore()
    const model = scriptedModel((_, number) => answerOf(said(`answer ${number}`)))
    const { session, request, branch } = await exampleSession(store, model)
    const { branches } = await generate(session, request, 3)
    expect(branches.map(({ name }) => name)).toEqual(['main', 'main-2', 'main-3'])
    const heads = await Promise.all(branches.map(async ({ id }) => (await store.branch(id))?.head ?? ''))
    const nodes = await Promise.all(heads.map((head) => store.node(head)))
    expect(new Set(nodes.map((node) => node?.parent)).size).toBe(1)
    expect(new Set(heads).size).toBe(3)
    expect(await store.nodeCount(branch.conversation)).toBe(4)
  })
})
