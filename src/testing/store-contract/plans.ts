import assert from 'node:assert/strict'
import type { Agent } from '../../history/conversation.ts'
import type { StoredPlan } from '../../stores/store.ts'
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
    assert.deepEqual(await store.plan('a'.repeat(64)), plans[0])
    assert.equal(await store.plan('e'.repeat(64)), undefined)
    const letters = async (options: { conversation?: string; limit: number }): Promise<string> =>
      (await store.plans(options)).map(({ id }) => id[0]).join('')
    assert.equal(await letters({ limit: 9 }), 'bdca')
    assert.equal(await letters({ limit: 2 }), 'bd')
    assert.equal(await letters({ conversation: first.conversation, limit: 2 }), 'dc')
    assert.deepEqual(await store.findIds('plan', 'CCC'), ['c'.repeat(64)])
    assert.equal((await store.stats()).plans, 4)
    await failsWith('conversation-not-found', store.putPlan({ ...plan('f', 1, first), conversation: 'nowhere' }))
    await failsWith('conversation-not-found', store.plans({ conversation: 'nowhere', limit: 1 }))
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
