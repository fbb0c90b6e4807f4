import { describe, expect, it } from 'vitest'
import { memoryStore } from '../../../stores/memory/memory-store.ts'
import { exampleEngine } from '../../example-engine.ts'
import { fork, say, startConversation } from '../../say.ts'
import { exampleModel } from '../example-turn.ts'
import { asLearned, correctionOf, rememberWindow } from './too-long.ts'

const plan = (used: number) => ({
  budget: { window: 24_000, reserved: 1000, safety: 0, limit: 23_000, used, sections: [] },
})
const said = (message: string, size?: number, limit?: number) => ({
  message,
  figures: size === undefined || limit === undefined ? undefined : { size, limit },
})

describe('what follows from a request that was too long', () => {
  it('is the window that was named, and what it leaves beside the answer, as far as the count was off', () => {
    const correction = correctionOf(plan(8000), said('16000 tokens > 12000 maximum', 16_000, 12_000), 6000)
    expect(correction).toMatchObject({ window: 12_000, answer: 1000 })
    expect(correction.budget).toBe(Math.floor(((12_000 - 1000) / 2) * 0.98))
  })

  it('counts the answer out where the provider names it, with or without marks between thousands', () => {
    for (const message of [
      'maximum context length is 8192. You requested 22851 tokens (506 in the messages, 22345 in the completion).',
      'maximum is 8,192; 506 + 22,345 = 22,851 were requested',
    ])
      expect(correctionOf(plan(506), said(message, 22_851, 8192), 22_345)).toEqual({
        window: 8192,
        budget: Math.floor((8192 - 1000) * 0.98),
        answer: 1000,
      })
  })

  it('is half without figures, or with figures that say nothing', () => {
    const half = { window: 4500, budget: 4000, answer: 1000 }
    expect(correctionOf(plan(8000), said('too long'), 6000)).toEqual(half)
    expect(correctionOf(plan(8000), said('too long', 10, 20), 6000)).toEqual(half)
  })

  it('never corrects by more than four times, and leaves room for an answer in a small window', () => {
    expect(correctionOf(plan(10), said('', 100_000, 1500), 9).answer).toBe(750)
    expect(correctionOf(plan(10), said('', 100_000, 1500), 9).budget).toBe(Math.floor((750 / 4) * 0.98))
  })
})

describe('a window that was learned', () => {
  it('holds on the branch and its forks, until another one is set', async () => {
    const engine = exampleEngine(memoryStore())
    const { branch } = await startConversation(engine)
    await say(engine, branch, { author: 'human', parts: [{ kind: 'text', text: 'Begin.' }] })
    expect(await asLearned(engine, branch.id, exampleModel)).toBe(exampleModel)
    await rememberWindow(engine, branch.id, exampleModel, 3000)
    expect(await asLearned(engine, branch.id, exampleModel)).toMatchObject({ window: 3000, maxOutput: 2000 })
    const other = await fork(engine, (await engine.store.branch(branch.id)) ?? branch, 'other')
    expect((await asLearned(engine, other.id, exampleModel)).window).toBe(3000)
    expect((await asLearned(engine, branch.id, { ...exampleModel, window: 9000 })).window).toBe(9000)
  })

  it('is not one that no model has, nor a larger one', async () => {
    const engine = exampleEngine(memoryStore())
    const { branch } = await startConversation(engine)
    for (const window of [1, 1999, exampleModel.window]) await rememberWindow(engine, branch.id, exampleModel, window)
    expect(await asLearned(engine, branch.id, exampleModel)).toBe(exampleModel)
  })
})
