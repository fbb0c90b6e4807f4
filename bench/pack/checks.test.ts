import { describe, expect, it } from 'vitest'
import { checksOf, type PackResult, rowsOf } from './checks.ts'
import type { Outcome } from './cost.ts'
import type { Mode, ProgramName } from './programs.ts'

const small = { name: 'small', files: 3, bytes: 3_000_000 }
const large = { name: 'large', files: 9, bytes: 6_000_000 }

function result(
  tree: PackResult['tree'],
  mode: Mode,
  program: ProgramName,
  times: readonly number[],
  tokens = 100,
): PackResult {
  const outcomes = times.map(
    (time): Outcome => ({
      kind: 'done',
      cost: { wallMs: time, cpuMs: 2 * time, peakMegabytes: 50 },
      said: `3 files, ${tokens} tokens`,
    }),
  )
  return { tree, mode, program, outcomes }
}

const targets = (results: readonly PackResult[]): string[] => checksOf(results).map(({ target }) => target)

describe('checksOf', () => {
  it('holds medians of ours against those of repomix and the floor', () => {
    const results = [
      result(small, 'plain', 'heddle', [10, 90, 12]),
      result(small, 'plain', 'repomix', [24, 24, 999]),
      result(small, 'plain', 'floor', [6, 6, 6]),
    ]
    expect(checksOf(results).map(({ value, pass }) => [value, pass])).toEqual([
      [0.5, true],
      [0.5, true],
      [1, false],
      [2, false],
      [2, false],
    ])
  })

  it('asks more of large trees and of warm runs, and less of scans', () => {
    const pair = (tree: PackResult['tree'], mode: Mode): PackResult[] => [
      result(tree, mode, 'heddle', [1]),
      result(tree, mode, 'repomix', [1]),
    ]
    expect(targets(pair(small, 'plain'))).toEqual(['≤ 0.5', '≤ 0.5', '≤ 0.5'])
    expect(targets(pair(large, 'plain'))).toEqual(['≤ 0.25', '≤ 0.25', '≤ 0.5'])
    expect(targets(pair(large, 'compress'))).toEqual(['≤ 0.25', '≤ 0.25', '≤ 0.5'])
    expect(targets(pair(large, 'scan'))).toEqual(['≤ 0.5', '≤ 0.5', '≤ 0.5'])
    expect(targets(pair(small, 'warm'))).toEqual(['≤ 0.1667', '≤ 0.1667', '≤ 0.5'])
  })

  it('fails where one round has failed', () => {
    const ours = result(small, 'scan', 'heddle', [1])
    const failed: PackResult = { ...ours, outcomes: [...ours.outcomes, { kind: 'failed', said: 'exit code 1\nno' }] }
    const results = [failed, result(small, 'scan', 'repomix', [100])]
    expect(checksOf(results).map(({ pass }) => pass)).toEqual([false, false, false])
    expect(rowsOf(results)[0]).toMatchObject({ wallMs: null, note: 'exit code 1: no' })
  })
})

describe('rowsOf', () => {
  it('gives ours over theirs, and the tokens that are not those of the files', () => {
    const rows = rowsOf([
      result(small, 'plain', 'heddle', [10], 110),
      result(small, 'plain', 'repomix', [40], 130),
      result(small, 'plain', 'floor', [8], 100),
    ])
    expect(rows.map(({ around, wallRatio }) => [around, wallRatio])).toEqual([
      [10, null],
      [30, 0.25],
      [0, 1.25],
    ])
  })
})
