import { describe, expect, it } from 'vitest'
import { examplePlan, exampleNode as node } from './example-input.ts'
import { describeReason, explain } from './explain.ts'
import type { Reason } from './reason.ts'

const path = Array.from({ length: 6 }, (_, at) => node(`n${at}`, 10, { author: at % 2 === 0 ? 'human' : 'model' }))

describe('explain', () => {
  const system = node('system', 10, { section: 'system' })
  const gone = node('gone', 7, { bar: 'excluded' })
  const rows = explain(examplePlan(50, [system, gone, ...path], { minimumRecentNodes: 2 }))

  it('has one row for each decision: what is sent in its order, then what is not', () => {
    expect(rows.map(({ item, in: isIn, reason }) => [item, isIn, reason])).toEqual([
      ['system', true, 'required'],
      ['n0', true, 'beginning'],
      [null, true, 'marker'],
      ['n4', true, 'recent'],
      ['n5', true, 'last-atom'],
      ['gone', false, 'excluded'],
      ['n1', false, 'over-budget'],
    ])
  })

  it('gives section, form, size and share of the limit, and who wrote it where that is known', () => {
    expect(rows[0]).toEqual({
      item: 'system',
      section: 'system',
      form: 'full',
      size: 10,
      share: 0.2,
      in: true,
      reason: 'required',
      why: 'always sent',
    })
    expect(rows[1]).toMatchObject({ author: 'human', share: 0.2 })
    expect(rows[5]).toMatchObject({ form: null, size: 7, share: 0 })
  })

  it('says how much a marker and a span stand for', () => {
    expect(rows[2]).toMatchObject({ count: 3, form: 'marker', size: 5 })
    expect(rows[2]?.why).toMatch(/3 nodes.*30/)
    expect(rows[6]).toMatchObject({ item: 'n1', to: 'n3', count: 3, size: 30 })
    expect(rows[6]?.why).toMatch(/25/)
  })

  it('accounts with its shares for all that is used', () => {
    expect(rows.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(0.9)
  })
})

describe('describeReason', () => {
  it('has words of its own for every reason, with the figures in them', () => {
    const reasons: Reason[] = [
      { kind: 'required' },
      { kind: 'newest-input' },
      { kind: 'last-atom' },
      { kind: 'shortened', by: 41 },
      { kind: 'fits' },
      { kind: 'recent' },
      { kind: 'beginning' },
      { kind: 'window' },
      { kind: 'ranked', rank: 42 },
      { kind: 'smaller-form', rank: 43, shortBy: 44 },
      { kind: 'excluded' },
      { kind: 'pruned' },
      { kind: 'annotation' },
      { kind: 'secret' },
      { kind: 'empty' },
      { kind: 'system-off' },
      { kind: 'unmatched-result' },
      { kind: 'lease-expired' },
      { kind: 'over-budget', shortBy: 45 },
      { kind: 'over-budget', shortBy: 0 },
    ]
    const words = reasons.map(describeReason)
    expect(new Set(words).size).toBe(reasons.length)
    for (const figure of ['41', '42', '43', '44', '45']) expect(words.join('\n')).toContain(figure)
    expect(words.every((each) => each !== '' && !each.endsWith('.'))).toBe(true)
  })
})
