import { describe, expect, it } from 'vitest'
import { checksOf, type SizeResult } from './checks.ts'
import { rowsOf } from './rows.ts'
import type { Planned } from './task.ts'

const done = <Result>(result: Result): { kind: 'done'; result: Result; peakMegabytes: number } => ({
  kind: 'done',
  result,
  peakMegabytes: 100,
})

function result(
  messages: number,
  [middle, rolling]: readonly [number, number],
  over: Partial<SizeResult> = {},
): SizeResult {
  const planned = (strategy: Planned['strategy'], what: Planned['what'], median: number): Planned => ({
    strategy,
    what,
    median,
    p95: median,
    rounds: 10,
    kept: 50,
  })
  const passed = { messages, tokens: 4000, megabytes: 1, milliseconds: 100 }
  return {
    messages,
    sizeFactor: 1,
    passes: [done(passed), done({ ...passed, milliseconds: 300 })],
    peerPass: done({ messages: messages / 2, tokens: 2000, megabytes: 0.5, milliseconds: 400 }),
    filled: done({ nodes: messages, milliseconds: 210, storeMegabytes: 2 }),
    warmed: done({
      firstMilliseconds: 20,
      plans: [
        planned('truncateMiddle', 'plan', middle),
        planned('truncateMiddle', 'call', 99),
        planned('rollingWindow', 'plan', rolling),
      ],
    }),
    ...over,
  }
}

const values = (results: readonly SizeResult[]): Record<string, readonly [number, boolean]> =>
  Object.fromEntries(checksOf(results).map(({ name, value, pass }) => [name, [value, pass]]))

describe('checksOf', () => {
  it('takes the slower strategy, and the steeper growth', () => {
    const measured = values([result(10_000, [4, 2]), result(100_000, [5, 11]), result(1_000_000, [4, 5])])
    expect(measured['warm plan of 100,000 messages, ms']).toEqual([11, false])
    expect(measured['plan time at 1,000,000 messages ÷ at 10,000']).toEqual([2.5, false])
  })

  it('compares with the peers at 1,000 messages, and with the mean of the tokenizer passes from 10,000 on', () => {
    const peer = done({ rounds: 1, median: 350, p95: 350, kept: 9 })
    const measured = values([result(1000, [3, 2], { exact: peer, memoised: peer }), result(10_000, [3, 2])])
    expect(measured).toEqual({
      'trimMessages with exact counts ÷ plan, 1,000 messages': [116.7, true],
      'trimMessages with memoised counts ÷ plan, 1,000 messages': [116.7, true],
      'storing and counting ÷ a tokenizer pass, 10,000 messages': [1.05, true],
    })
  })

  it('says nothing of what was not measured', () => {
    expect(checksOf([result(1000, [3, 2], { exact: { kind: 'timed-out' } })])).toEqual([])
  })
})

describe('rowsOf', () => {
  it('compares a peer that counted only the beginning by its time per token', () => {
    const row = rowsOf(result(1000, [3, 2])).find(({ what }) => what === 'one pass of gpt-tokenizer')
    expect(row).toMatchObject({ ratio: 4, note: 'the first 500 messages: 2000 tokens, 0.5 MB' })
  })

  it('says of a peer whether it ended', () => {
    const rows = rowsOf(result(1000, [3, 2], { exact: { kind: 'timed-out' } }))
    const noteOf = (what: string): unknown => rows.find((row) => row.what === what)?.note
    expect(noteOf('trimMessages, exact counter')).toMatch('did not end')
    expect(noteOf('trimMessages, memoised counts')).toMatch('not run')
  })
})
