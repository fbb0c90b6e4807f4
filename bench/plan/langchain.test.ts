import { describe, expect, it } from 'vitest'
import { estimate } from '../../src/core/content/measure.ts'
import { sizeOfParts } from '../../src/core/content/size.ts'
import { conversation } from '../conversation.ts'
import { prune, toModelMessages } from './ai-sdk.ts'
import { exactCounter, memoisedCounter, toLangChain, trim } from './langchain.ts'
import { textsOf } from './pass.ts'

const messages = [...conversation({ messages: 120, seed: 9 })]
const size = messages.reduce((sum, { parts }) => sum + sizeOfParts(parts, estimate) + 4, 0)

describe('the peers', () => {
  it('get the same messages with the same sizes as Heddle', () => {
    const list = toLangChain(messages)
    expect(list.map((message) => message.getType())).toEqual(
      messages.map(({ author }) => ({ human: 'human', model: 'ai', tool: 'tool' })[author]),
    )
    expect(exactCounter(estimate, 4)(list)).toBe(size)
    expect(memoisedCounter(list, estimate, 4)(list)).toBe(size)
    expect(toModelMessages(messages)).toHaveLength(120)
  })

  it('keep less under a budget, and all without need', async () => {
    const list = toLangChain(messages)
    const memoised = memoisedCounter(list, estimate, 4)
    expect(await trim(list, size, memoised)).toBe(120)
    const kept = await trim(list, Math.floor(size / 3), memoised)
    expect(kept).toBeGreaterThan(0)
    expect(kept).toBeLessThan(120)
    expect(await trim(list, Math.floor(size / 3), exactCounter(estimate, 4))).toBe(kept)
    expect(prune(toModelMessages(messages))).toBeLessThan(120)
  })

  it('count the texts that Heddle counts', () => {
    const counted = messages.flatMap(({ parts }) => textsOf(parts)).reduce((sum, text) => sum + estimate.count(text), 0)
    expect(counted).toBe(size - 4 * messages.length)
  })
})
