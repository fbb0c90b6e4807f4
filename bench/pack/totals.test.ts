import { expect, it } from 'vitest'
import { totalsIn } from './totals.ts'

it('reads the totals of both programs, not the numbers on the way there', () => {
  const repomix = 'Counting (200 files done)\n  Total Files: 2,293 files\n Total Tokens: 4,060,683 tokens\n'
  expect(totalsIn(repomix)).toEqual({ files: 2293, tokens: 4_060_683 })
  const heddle = '234 files: 348,372 o200k_base, 1,519,822 characters\nwritten: pack.md\n'
  expect(totalsIn(heddle)).toEqual({ files: 234, tokens: 348_372 })
  expect(totalsIn('3 files, 12 tokens')).toEqual({ files: 3, tokens: 12 })
})

it('knows no total where none is printed', () => {
  expect(totalsIn('done: no tokens')).toEqual({ files: Number.NaN, tokens: Number.NaN })
})
