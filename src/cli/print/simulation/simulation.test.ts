import pc from 'picocolors'
import { describe, expect, it } from 'vitest'
import type { SentCall, SimulatedCall } from '../../../session/simulate/simulated-call.ts'
import { simulationTotal } from '../../../session/simulate/total.ts'
import { widthOf } from '../width.ts'
import { callLines, tellingCalls } from './call-lines.ts'
import type { Simulated, SimulationView } from './simulated.ts'
import { totalLines } from './total-lines.ts'

const view: SimulationView = { style: pc.createColors(false), width: undefined, label: (id) => id, price: null }
const none = { count: 0, size: 0 }

function sent(index: number, more: Partial<SentCall> = {}): SentCall {
  const tallies = { repeats: none, shortened: none, lost: none, summarised: none, files: none }
  const base = { kind: 'sent', index, node: `n${index}`, limit: 1000, used: 500, moment: 'none' } as const
  return { ...base, ...tallies, shared: 400, cached: 400, cost: 165, ...more }
}

function policy(name: string, calls: readonly SimulatedCall[]): Simulated {
  return { name, calls, total: simulationTotal(calls) }
}

const cut = sent(1, { used: 12_345, cost: 9000, moment: 'pressure', lost: { count: 3, size: 1200 } })
const refusal = { kind: 'refusal', code: 'newest-over-limit', limit: 1000, overBy: 7 } as const
const refused: SimulatedCall = { kind: 'refused', index: 2, node: 'n2', limit: 1000, refusal }

describe('the calls of a simulation as a table', () => {
  it('have a line each, with what happened', () => {
    const lines = callLines([policy('one', [sent(0), cut, refused])], [0, 1, 2], view)
    expect(lines[0]).toMatch(/^call +answer +used +full +shared +cost +moment +lost/)
    expect(lines[1]).toMatch(/^ +1 +n0 +500 +50 % +400 +165/)
    expect(lines[2]).toMatch(/12,345 .* pressure, cut +3 \(1,200\)/)
    expect(lines[3]).toMatch(/n2 +refused: newest-over-limit/)
  })

  it('stand beside those of a second policy, by letter, and are cut to the terminal', () => {
    const policies = [policy('one', [sent(0), cut]), policy('two', [sent(0), sent(1)])]
    expect(callLines(policies, [0, 1], view)[0]).toMatch(/A used.* A cost.* B used/)
    for (const width of [80, 120])
      expect(callLines(policies, [0, 1], { ...view, width }).every((line) => widthOf(line) <= width)).toBe(true)
  })

  it('leave out what tells nothing where there are many, unless all are asked for', () => {
    const calls = Array.from({ length: 400 }, (_, at) => sent(at, at === 7 ? { moment: 'repeats' } : {}))
    const { indices, every } = tellingCalls([policy('one', calls)], false)
    expect(every).toBe(20)
    expect(indices.slice(0, 4)).toEqual([0, 7, 19, 39])
    expect(indices.at(-1)).toBe(399)
    expect(tellingCalls([policy('one', calls)], true)).toMatchObject({ every: 1, indices: { length: 400 } })
    expect(tellingCalls([policy('one', calls.slice(0, 40))], false).indices).toHaveLength(40)
    expect(tellingCalls([policy('one', [])], false).indices).toEqual([])
  })
})

describe('the total of a simulation', () => {
  it('is a line for each figure, with its price where that is known', () => {
    const lines = totalLines([policy('one', [sent(0), cut])], { ...view, price: 3 })
    expect(lines[0]).toMatch(/^calls +2$/)
    expect(lines.find((line) => line.startsWith('sent a call'))).toMatch(/6,423$/)
    expect(lines.find((line) => line.startsWith('cost in US dollars'))).toMatch(/0\.03$/)
    expect(lines.some((line) => line.includes('refused'))).toBe(false)
  })

  it('says how a second policy differs, also where only one refuses calls or knows no cost', () => {
    const lines = totalLines(
      [policy('one', [sent(0)]), policy('two', [sent(0, { used: 400, cost: null }), refused])],
      view,
    )
    expect(lines.find((line) => line.startsWith('of them refused'))).toMatch(/ 0 +1 +\+1$/)
    expect(lines.find((line) => /^sent /.test(line))).toMatch(/ 500 +400 +−100 \(−20 %\)$/)
    expect(lines.find((line) => line.startsWith('cost,'))).toMatch(/ 165 +not known$/)
  })
})
