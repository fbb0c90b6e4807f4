import { describe, expect, it } from 'vitest'
import { answered, called, said, sizesInCharacters } from './example.ts'
import { replayMeter } from './measures.ts'
import type { Message, ReplayRequest } from './request.ts'

const request = (call: number, messages: readonly Message[], more: Partial<ReplayRequest> = {}): ReplayRequest => ({
  ...{ session: 's', call, tools: [], system: '', messages, expects: [] },
  ...more,
})

describe('replayMeter', () => {
  it('adds up size, cache, cost, lines read again, and edits with all they need', () => {
    const meter = replayMeter(sizesInCharacters(), 3000)
    const question = said('user', 'q'.repeat(1996))
    const read = [called('1', 'read', { path: 'a' }), answered('1', 'one line')]
    const again = [called('2', 'read', { path: 'a' }), answered('2', 'one line')]
    const grows = [question, ...read, ...again]
    const expects = [{ lines: ['one line'] }, { lines: ['one line', 'another'] }]
    meter.add(request(0, [question]))
    meter.add(request(1, grows, { expects }))
    const steps = 2 * ('read{"path":"a"}'.length + 4 + 'one line'.length + 4)
    const input = 2000 + 2000 + steps
    expect(meter.figures()).toEqual({
      sessions: 1,
      calls: 2,
      meanInput: input / 2,
      cachedShare: 2000 / input,
      costPerCall: (2000 * 1.25 + 2000 * 0.1 + steps * 1.25) / 2,
      rereadShare: 'one line'.length / input,
      callsOverLimit: 0,
      grounded: 1,
      expected: 2,
    })
  })

  it('starts each session with an empty cache, and counts the calls over the limit', () => {
    const meter = replayMeter(sizesInCharacters(), 1999)
    const messages = [said('user', 'q'.repeat(1996))]
    meter.add(request(0, messages))
    meter.add(request(0, messages, { session: 't' }))
    expect(meter.figures()).toMatchObject({ sessions: 2, cachedShare: 0, callsOverLimit: 2 })
  })
})
