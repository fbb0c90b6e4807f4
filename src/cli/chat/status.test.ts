import fc from 'fast-check'
import pc from 'picocolors'
import { describe, expect, it } from 'vitest'
import { widthOf } from '../print/width.ts'
import { contextLines } from './context-lines.ts'
import { examplePlan } from './example-events.ts'
import { firstCutLine, meterLine, statusLine } from './status.ts'

const style = pc.createColors(false)
const budgets = fc
  .record({ used: fc.nat(200_000), free: fc.nat(200_000), reserved: fc.nat(60_000), safety: fc.nat(10_000) })
  .map(({ used, free, reserved, safety }) => ({
    window: used + free + reserved + safety,
    limit: used + free,
    used,
    reserved,
    safety,
    sections: [],
  }))

function figure(line: string, name: string): number {
  return Number((new RegExp(`${name} +([\\d,]+)`).exec(line)?.[1] ?? '').replaceAll(',', ''))
}

describe('the status line', () => {
  it('shows figures that add up to the window', () => {
    fc.assert(
      fc.property(budgets, (budget) => {
        const line = statusLine({ model: 'a:b', branch: 'main', budget }, style, 300)
        const used = Number((/([\d,]+)\/[\d,]+/.exec(line)?.[1] ?? '').replaceAll(',', ''))
        const sum = used + figure(line, 'free') + figure(line, 'answer') + figure(line, 'safety')
        expect(sum).toBe(figure(line, 'window'))
        expect(figure(line, 'window')).toBe(budget.window)
        const bars = contextLines(examplePlan({ budget }), style, 100).slice(-5).join('\n')
        const shown = ['used', 'free', 'answer', 'safety'].map((name) => figure(bars, name))
        expect(shown.reduce((total, each) => total + each, 0)).toBe(figure(bars, 'window'))
      }),
    )
  })

  it('fits into any width, and gives up names before figures', () => {
    const { budget } = examplePlan()
    const status = { model: 'provider:a-long-model\u001b[2J', branch: 'a/branch/with/a/name', budget }
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 200 }), (width) => {
        expect(widthOf(statusLine(status, style, width))).toBeLessThanOrEqual(width)
      }),
    )
    expect(statusLine({ model: 'anthropic:claude', branch: 'main', budget }, style, 40)).toMatch(
      /^claude · main · 300\/850/,
    )
    expect(statusLine({ model: 'anthropic:claude', branch: 'main', budget }, style, 30)).toMatch(/^main · 300\/850/)
    expect(statusLine(status, style, 200)).not.toContain('\u001b')
  })

  it('says that nothing was sent yet', () => {
    expect(statusLine({ model: 'a:b', branch: 'main', budget: null }, style, 80)).toBe('a:b · main · no call yet')
  })
})

describe('what is told of a plan', () => {
  it('is how much is sent, and its share of the window', () => {
    expect(meterLine(examplePlan(), style, 100)).toBe(
      'sends 2 items · 300 tokens · 30 % of the window · /context shows more',
    )
  })

  it('is what was left out for the first time, or that something was shortened', () => {
    expect(firstCutLine(examplePlan(), style)).toBe(
      'Left out for the first time: 12 messages, 8,412 tokens; /explain shows which',
    )
    expect(firstCutLine(examplePlan({ leftOut: [] }), style)).toBe('Shortened for the first time; /explain shows what')
  })
})
