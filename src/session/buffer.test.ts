import { describe, expect, it } from 'vitest'
import { characters } from '../core/content/measure.ts'
import { modelFacts } from '../models/find-facts.ts'
import { memoryStore } from '../stores/memory/memory-store.ts'
import { commitWorkingBuffer, setWorkingBuffer, takeGenerated, workingBuffer } from './buffer.ts'
import { exampleEngine } from './example-engine.ts'
import { planCall } from './plan-call.ts'
import { replay } from './replay.ts'
import { startConversation } from './say.ts'

async function document(): Promise<{
  engine: ReturnType<typeof exampleEngine>
  started: Awaited<ReturnType<typeof startConversation>>
  text: () => Promise<unknown>
}> {
  const engine = exampleEngine(memoryStore())
  const started = await startConversation(engine, { mode: 'buffer', system: 'You are a poet.' })
  const text = async (): Promise<unknown> => {
    const call = await planCall(engine, {
      ...started,
      model: modelFacts('openai:gpt-5'),
      measure: characters.id,
      target: 'buffer',
    })
    if (call.kind === 'refusal') return call.code
    expect((await replay(engine, call.plan.id)).same).toBe(true)
    return call.rendered.request
  }
  return { engine, started, text }
}

describe('a working buffer', () => {
  it('stands at the end of what is sent, committed or not', async () => {
    const { engine, started, text } = await document()
    expect(await text()).toBe('nothing-to-send')
    await setWorkingBuffer(engine, started.branch.id, 'Once ')
    expect(await text()).toBe('Once ')
    const [node] = await commitWorkingBuffer(engine, started.branch)
    expect(node).toMatchObject({ author: 'human', depth: 0 })
    expect(await workingBuffer(engine.store, started.branch.id)).toBe('')
    await setWorkingBuffer(engine, started.branch.id, ' ')
    expect(await text()).toBe('Once  ')
  })

  it('makes no node where it is empty', async () => {
    const { engine, started } = await document()
    expect(await commitWorkingBuffer(engine, started.branch)).toEqual([])
    expect((await engine.store.stats()).nodes).toBe(0)
  })

  it('is committed before what was generated, and the branch goes on with the first text', async () => {
    const { engine, started, text } = await document()
    await setWorkingBuffer(engine, started.branch.id, 'Once ')
    const added = await takeGenerated(engine, started.branch, ['upon', 'more'])
    expect(added.map(({ author }) => author)).toEqual(['human', 'model', 'model'])
    expect(added[1]?.parent).toBe(added[2]?.parent)
    expect(await text()).toBe('Once upon')
  })

  it('belongs to its branch', async () => {
    const { engine, started } = await document()
    await setWorkingBuffer(engine, started.branch.id, 'mine')
    await engine.store.createBranch({ ...started.branch, id: 'side', name: 'side', parent: started.branch.id })
    await setWorkingBuffer(engine, 'side', 'yours')
    expect(await workingBuffer(engine.store, started.branch.id)).toBe('mine')
  })
})
