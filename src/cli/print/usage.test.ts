import pc from 'picocolors'
import { describe, expect, it } from 'vitest'
import { exampleCall, exampleModel } from '../../session/usage/example-call.ts'
import { usageOf } from '../../session/usage/usage-report.ts'
import { type UsageView, usageLines } from './usage.ts'

const view: UsageView = {
  style: pc.createColors(false),
  width: undefined,
  conversationName: (id) => `<${id}>`,
}
const estimate = { measure: 'estimate', size: 1150, messages: 0, perMessage: 0, features: null }
const usage = { input: 1000, cachedRead: 3000, cacheWrite: 0, output: 100, reasoning: 0 }

describe('usage, as a person reads it', () => {
  it('is nothing where there were no calls', () => {
    expect(
      usageLines(
        usageOf([], () => null),
        view,
      ),
    ).toEqual([])
  })

  it('says what calls took, by model', () => {
    const calls = [exampleCall(2, { usage }), exampleCall(1, { usage, state: 'failed' })]
    const lines = usageLines(
      usageOf(calls, () => exampleModel.prices),
      view,
    )
    expect(lines[0]).toBe('2 calls, 75 % of the input from the cache, $0.0090')
    expect(lines[2]?.split(/ {2,}/)).toEqual(['model', 'calls', 'failed', 'new input', 'cached', 'output', 'cost'])
    expect(lines[3]?.split(/ {2,}/)).toEqual(['made:up', '2', '1', '2,000', '6,000', '200', '$0.0090'])
  })

  it('says how far estimates are off', () => {
    const calls = Array.from({ length: 30 }, (_, at) => exampleCall(30 - at, at < 20 ? {} : { estimate }))
    const lines = usageLines(
      usageOf(calls, () => null),
      view,
    )
    expect(lines.slice(5, 7).map((line) => line.split(/ {2,}/))).toEqual([
      ['model', 'compared', 'estimate off', 'drift', 'first token', 'answer'],
      ['made:up', '30', '0.0 %', '+0.0 %', '0.2 s', '0.9 s'],
    ])
  })

  it('says which version holds of what was learned, and what of', () => {
    const of = { measure: 'script*1', at: 1 }
    const calibrations = [
      { ...of, model: 'made:up', version: 2, calls: 12, error: 0.0184 },
      { ...of, model: 'made:up', version: 1, calls: 1, error: 0.2 },
    ]
    const calls = [exampleCall(1), exampleCall(2, { model: 'other' })]
    const lines = usageLines(
      usageOf(calls, () => null, calibrations),
      view,
    )
    const rows = lines.slice(6, 9).map((line) => line.split(/ {2,}/))
    expect(rows[0]?.slice(3, 6)).toEqual(['version', 'learned from', 'then off'])
    expect(rows[2]?.slice(3, 6)).toEqual(['2', '12 calls', '1.8 %'])
    expect(rows[1]).not.toContain('12 calls')
  })

  it('names conversations where there are several, and the calls of unknown price', () => {
    const calls = [exampleCall(3, { conversation: 'a' }), exampleCall(2), exampleCall(1, { model: 'other' })]
    const prices = (model: string): typeof exampleModel.prices => (model === 'made:up' ? exampleModel.prices : null)
    const lines = usageLines(usageOf(calls, prices), view)
    expect(lines[0]).toContain('$0.0060 and 1 call of unknown price')
    expect(lines.at(-2)).toMatch(/^<talk> /)
    expect(lines.at(-1)).toMatch(/^<a> /)
  })
})
