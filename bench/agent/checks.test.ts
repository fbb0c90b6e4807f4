import { expect, it } from 'vitest'
import { type AgentResult, checksOf, rowsOf } from './checks.ts'
import type { TimedCall } from './task.ts'

function result(messages: number, plan: number): AgentResult {
  const call: TimedCall = { moment: 'none', plan, call: 2 * plan, kept: 50, used: 9000 }
  const calls = [call, call, { ...call, moment: 'pressure', plan: 10 * plan } as const]
  return {
    messages,
    filled: { nodes: messages, reads: 1 },
    used: { under: [{ budget: 32_000, calls }] },
    peakMegabytes: 1,
  }
}

it('holds the median against its target, and the longest session against the shortest', () => {
  const checks = checksOf([result(10_000, 10), result(100_000, 14)])
  expect(checks.map(({ value, pass }) => [value, pass])).toEqual([
    [14, true],
    [1.4, true],
  ])
})

it('tells calls apart by their moment', () => {
  const rows = rowsOf(result(10_000, 10)).filter(({ what }) => what === 'plan')
  expect(rows.map(({ moment, calls, medianMs, mostMs }) => [moment, calls, medianMs, mostMs])).toEqual([
    ['all', 3, 10, 100],
    ['none', 2, 10, 10],
    ['pressure', 1, 100, 100],
  ])
})
