import { describe, expect, it } from 'vitest'
import { checksOf, rowsOf, type SessionResult } from './checks.ts'
import { type Turns, turnKinds } from './task.ts'

function turnsOf(budget: number | null, ...totals: readonly number[]): Turns {
  const timed = turnKinds.flatMap((kind, at) =>
    totals.map((total) => ({ kind, total: total * (at + 1), phases: { plan: total / 2 }, used: 20 })),
  )
  return { budget, timed, longestBefore: 99 }
}

function result(messages: number, ...totals: readonly number[]): SessionResult {
  const peer = { name: 'peer', turns: { ...turnsOf(null, 5), longestBefore: null } }
  return {
    messages,
    filled: { milliseconds: 1, storeMegabytes: 1 },
    turns: [turnsOf(32_000, ...totals), turnsOf(null, ...totals)],
    peers: [peer],
  }
}

describe('rowsOf', () => {
  it('has a row for each limit and kind of turn, the peers last, with the time of one call', () => {
    const rows = rowsOf(result(1000, 4, 8, 6))
    expect(rows.map(({ what, turn, medianMs, aCallMs, plan }) => [what, turn, medianMs, aCallMs, plan])).toEqual([
      ['a limit of 32000', '1 call', 6, 6, 3],
      ['a limit of 32000', '2 calls, 1 tool', 12, 6, 3],
      ['the whole window', '1 call', 6, 6, 3],
      ['the whole window', '2 calls, 1 tool', 12, 6, 3],
      ['peer', '1 call', 5, 5, 2.5],
      ['peer', '2 calls, 1 tool', 10, 5, 2.5],
    ])
  })
})

describe('checksOf', () => {
  it('holds the longest conversation against its target and against the shortest', () => {
    const checks = checksOf([result(1000, 6), result(10_000, 50), result(100_000, 11)])
    expect(checks.slice(0, 3).map(({ value, target, pass }) => [value, target, pass])).toEqual([
      [11, '≤ 10', false],
      [1.833, '≤ 1.5', false],
      [1.833, '≤ 1.5', false],
    ])
    expect(checks).toHaveLength(6)
  })

  it('says nothing of growth where there is one length', () => {
    expect(checksOf([result(1000, 6)]).map(({ pass }) => pass)).toEqual([true, true])
  })
})
