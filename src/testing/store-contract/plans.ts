import assert from 'node:assert/strict'
import type { Agent } from '../../history/conversation.ts'
import type { Store, StoredPlan } from '../../stores/store.ts'
import { failsWith, started, type Test } from './samples.ts'

/** Plans and agents. */
export function planContract(test: Test): void {
  test('keeps plans, the newest first', async (store) => {
    const first = await started(store, 1)
    const second = await started(store, 2)
    const plan = (letter: string, createdAt: number, { conversation, branch }: typeof first): StoredPlan => ({
      id: letter.repeat(64),
      conversation,
      branch,
      head: null,
      inputs: '1'.repeat(64),
      decisions: '2'.repeat(64),
      request: '3'.repeat(64),
      createdAt,
    })
    const plans = [plan('a', 1, first), plan('b', 3, second), plan('c', 2, first), plan('d', 2, first)]
    for (const one of plans) await store.putPlan(one)
    await store.putPlan({ ...plan('a', 9, first), head: 'other' })
    assert.deepEqual(await store.plan('a'.repeat(64)), { ...plans[0], createdAt: 9 })
    assert.equal(await store.plan('e'.repeat(64)), undefined)
    const letters = async (options: { conversation?: string; limit: number }): Promise<string> =>
      (await store.plans(options)).map(({ id }) => id[0]).join('')
    assert.equal(await letters({ limit: 9 }), 'abdc')
    assert.equal(await letters({ limit: 2 }), 'ab')
    assert.equal(await letters({ conversation: first.conversation, limit: 2 }), 'ad')
    assert.deepEqual(await store.findIds('plan', 'CCC'), ['c'.repeat(64)])
    assert.equal((await store.stats()).plans, 4)
    await failsWith('conversation-not-found', store.putPlan({ ...plan('f', 1, first), conversation: 'nowhere' }))
    await failsWith('conversation-not-found', store.plans({ conversation: 'nowhere', limit: 1 }))
  })

  test('gives the plans of a branch by when they were put, the last first', async (store) => {
    const first = await started(store, 1)
    const second = await started(store, 2)
    const put = async (letter: string, createdAt: number, place: typeof first): Promise<void> =>
      store.putPlan({
        ...place,
        id: letter.repeat(64),
        head: null,
        inputs: '1'.repeat(64),
        decisions: '2'.repeat(64),
        request: '3'.repeat(64),
        createdAt,
      })
    await put('d', 3, first)
    await put('b', 9, second)
    await put('a', 7, first)
    await put('c', 3, first)
    await put('d', 8, first)
    const letters = async (options: Parameters<Store['plans']>[0]): Promise<string> =>
      (await store.plans(options)).map(({ id }) => id[0]).join('')
    assert.equal(await letters({ branch: first.branch, limit: 9 }), 'dca')
    assert.equal(await letters({ branch: first.branch, limit: 2 }), 'dc')
    assert.equal(await letters({ ...first, limit: 1 }), 'd')
    assert.equal(await letters({ branch: first.branch, conversation: second.conversation, limit: 9 }), '')
    assert.equal(await letters({ branch: 'nowhere', limit: 9 }), '')
  })

  test('keeps agents, replaces and removes them', async (store) => {
    const agent: Agent = {
      id: 'b',
      name: 'Bo',
      model: 'anthropic:claude',
      systemPrompt: null,
      temperature: 0.5,
      maxTokens: null,
      permissions: ['loom_aware'],
      createdAt: 1,
    }
    await store.putAgent(agent)
    await store.putAgent({ ...agent, id: 'a' })
    await store.putAgent({ ...agent, systemPrompt: 'Be kind.' })
    assert.deepEqual(await store.agents(), [
      { ...agent, id: 'a' },
      { ...agent, systemPrompt: 'Be kind.' },
    ])
    await store.deleteAgent('a')
    await store.deleteAgent('nobody')
    assert.deepEqual(
      (await store.agents()).map(({ id }) => id),
      ['b'],
    )
  })
}
