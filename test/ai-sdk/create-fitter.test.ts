import type Anthropic from '@anthropic-ai/sdk'
import { describe, expect, it } from 'vitest'
import { createFitter, type Fitted } from '../../src/ai-sdk/ai-sdk.ts'
import type { Refusal } from '../../src/core/refusal.ts'

const words = (count: number): string => Array.from({ length: count }, (_, at) => `word${at}`).join(' ')

/** The result, which is no refusal. */
async function fitted<Message, System>(
  result: Promise<Fitted<Message, System> | Refusal>,
): Promise<Fitted<Message, System>> {
  const made = await result
  if (made.kind === 'refusal') throw new Error(`refused: ${made.code}`)
  return made
}

describe('a fitter', () => {
  const turns = Array.from({ length: 60 }, (_, at) => ({
    role: at % 2 ? 'assistant' : 'user',
    content: `${at}: ${words(40)}`,
  }))

  it('cuts seldom, and sends the same beginning in between', async () => {
    const { fit: next } = createFitter({ budget: 2000 })
    let before: readonly unknown[] = []
    let cuts = 0
    for (let end = 1; end <= turns.length; end += 2) {
      const result = await fitted(next(turns.slice(0, end)))
      if (result.plan.moment === 'none') expect(result.messages.slice(0, before.length)).toEqual(before)
      else cuts++
      before = result.messages
    }
    expect(cuts).toBeGreaterThan(1)
    expect(cuts).toBeLessThan(8)
  })

  it('does the same for the same call again', async () => {
    const fitter = createFitter({ budget: 2000 })
    for (let end = 1; end <= turns.length; end += 2) {
      const result = await fitted(fitter.fit(turns.slice(0, end)))
      const again = await fitted(fitter.fit(turns.slice(0, end)))
      expect(again.messages).toEqual(result.messages)
      expect(again.plan.id).toBe(result.plan.id)
    }
  })

  it('goes on where only what is said about caching has moved', async () => {
    const marked = (end: number): Anthropic.MessageParam[] =>
      turns.slice(0, end).map(({ role, content }, at) => ({
        role: role as 'user',
        content: [{ type: 'text', text: content, ...(at === end - 1 ? { cache_control: { type: 'ephemeral' } } : {}) }],
      }))
    const fitter = createFitter({ budget: 2000, format: 'anthropic' })
    await fitter.fit(marked(21))
    expect((await fitted(fitter.fit(marked(23)))).plan.prefix).toBeDefined()
  })

  it('begins anew where the messages have changed', async () => {
    const fitter = createFitter({ budget: 2000 })
    await fitter.fit(turns.slice(0, 21))
    const changed = turns.slice(0, 23).map((each, at) => (at === 3 ? { ...each, content: 'changed' } : each))
    const result = await fitted(fitter.fit(changed))
    expect(result.plan.prefix).toBeUndefined()
    expect(result.messages).toEqual((await fitted(createFitter({ budget: 2000 }).fit(changed))).messages)
  })
})
