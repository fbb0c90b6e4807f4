import { describe, expect, it } from 'vitest'
import { digestJson } from './content/digest.ts'
import {
  exampleInput,
  examplePlan,
  exampleRefusal,
  exampleNode as node,
  reasonsOf,
  sequenceOf,
} from './example-input.ts'
import { plan } from './plan.ts'

/** Ten nodes of size 10, `n0` to `n9`, by turns of a person and a model. */
const ten = Array.from({ length: 10 }, (_, at) => node(`n${at}`, 10, { author: at % 2 === 0 ? 'human' : 'model' }))

describe('a plan', () => {
  it('sends everything where everything fits to the last unit of size', () => {
    const made = examplePlan(100, ten)
    expect(sequenceOf(made)).toEqual(ten.map(({ id }) => id))
    expect(made.leftOut).toEqual([])
    expect(made.budget).toMatchObject({ limit: 100, used: 100 })
    expect(made.truncation).toEqual({
      strategy: 'truncateMiddle',
      truncated: false,
      recentShrunk: false,
      markerLeftOut: false,
    })
  })

  it('has the digest of everything else in it for its id', () => {
    const { id, ...rest } = examplePlan(60, ten)
    expect(id).toBe(digestJson(rest))
    expect(examplePlan(61, ten).id).not.toBe(id)
  })

  it('carries the source it was given, and nothing where there is none', () => {
    const made = plan({ ...exampleInput(100, ten), source: 'abc' })
    expect(made).toMatchObject({ source: 'abc' })
    expect(examplePlan(100, ten)).not.toHaveProperty('source')
  })

  it('does not follow the whole history: what was not read is part of one span', () => {
    const long = [
      ten[0] ?? node('n0', 10),
      node('n1…n900', 9000, { stretch: { from: 'n1', to: 'n900', count: 900 } }),
      node('n901', 10),
      node('n902', 10),
    ]
    const made = examplePlan(40, long, { minimumRecentNodes: 1 })
    expect(sequenceOf(made)).toEqual(['n0', 901, 'n902'])
    expect(made.leftOut).toEqual([
      {
        kind: 'span',
        section: 'history',
        from: 'n1',
        to: 'n901',
        count: 901,
        size: 9010,
        reason: { kind: 'over-budget', shortBy: 9010 - 15 },
      },
    ])
  })

  it('leaves out what is barred, each with its own reason, and charges nothing for it', () => {
    const bars = ['excluded', 'pruned', 'annotation', 'secret', 'empty', 'unmatched-result'] as const
    const barred = bars.map((bar) => node(bar, 50, { bar }))
    const made = examplePlan(10, [...barred, node('only', 10)])
    expect(sequenceOf(made)).toEqual(['only'])
    expect(made.leftOut.map(({ reason }) => reason.kind)).toEqual(bars)
    expect(made.truncation.truncated).toBe(false)
  })
})

describe('truncateMiddle', () => {
  it('keeps the recent nodes, fills the beginning and puts a marker where the middle was', () => {
    const made = examplePlan(65, ten)
    expect(sequenceOf(made)).toEqual(['n0', 'n1', 4, 'n6', 'n7', 'n8', 'n9'])
    expect(reasonsOf(made)).toEqual({
      n0: 'beginning',
      n1: 'beginning',
      n2: 'over-budget',
      n6: 'recent',
      n7: 'recent',
      n8: 'recent',
      n9: 'last-atom',
    })
    expect(made.kept[2]).toEqual({ kind: 'marker', omitted: 4, omittedSize: 40, size: 5 })
    expect(made.budget.used).toBe(65)
  })

  it('charges the marker before it fills the beginning', () => {
    expect(sequenceOf(examplePlan(64, ten))).toEqual(['n0', 5, 'n6', 'n7', 'n8', 'n9'])
  })

  it('stops filling at the first node that does not fit, though a later one would', () => {
    const made = examplePlan(60, [node('a', 5), node('large', 90), node('small', 1), ...ten.slice(6)])
    expect(sequenceOf(made)).toEqual(['a', 2, 'n6', 'n7', 'n8', 'n9'])
  })

  it('lets the oldest recent nodes go where they do not fit, and does not fill the beginning then', () => {
    const made = examplePlan(35, [node('tiny', 0), ...ten])
    expect(sequenceOf(made)).toEqual([8, 'n7', 'n8', 'n9'])
    expect(made.truncation).toMatchObject({ truncated: true, recentShrunk: true, markerLeftOut: false })
  })

  it('goes without a marker where there is no room for one, and says so', () => {
    const made = examplePlan(40, ten)
    expect(sequenceOf(made)).toEqual(['n6', 'n7', 'n8', 'n9'])
    expect(made.truncation).toMatchObject({ truncated: true, recentShrunk: false, markerLeftOut: true })
  })

  it('does not count the input among the recent nodes', () => {
    const ask = node('ask', 10, { section: 'input', newestInput: true })
    const made = examplePlan(35, [...ten, ask], { minimumRecentNodes: 2 })
    expect(sequenceOf(made)).toEqual([8, 'n8', 'n9', 'ask'])
  })

  it('keeps the newest input in the middle of a long turn, with a marker in the gap on either side', () => {
    const turn = ten.map((each) => (each.id === 'n4' ? { ...each, newestInput: true } : each))
    const made = examplePlan(50, turn, { minimumRecentNodes: 2 })
    expect(sequenceOf(made)).toEqual(['n0', 3, 'n4', 3, 'n8', 'n9'])
    expect(reasonsOf(made)).toMatchObject({ n0: 'beginning', n4: 'newest-input', n8: 'recent', n9: 'last-atom' })
    expect(made.leftOut.map((entry) => entry.kind === 'span' && [entry.from, entry.to, entry.count])).toEqual([
      ['n1', 'n3', 3],
      ['n5', 'n7', 3],
    ])
  })

  it('needs one marker less where the beginning is filled up to the newest input', () => {
    const turn = ten.map((each) => (each.id === 'n2' ? { ...each, newestInput: true } : each))
    const made = examplePlan(55, turn, { minimumRecentNodes: 2 })
    expect(sequenceOf(made)).toEqual(['n0', 'n1', 'n2', 5, 'n8', 'n9'])
    expect(made.budget.used).toBe(55)
  })

  it('gives the first gap the marker where there is room for only one', () => {
    const turn = ten.map((each) => (each.id === 'n4' ? { ...each, newestInput: true } : each))
    const made = examplePlan(35, turn, { minimumRecentNodes: 2 })
    expect(sequenceOf(made)).toEqual([4, 'n4', 'n8', 'n9'])
    expect(made.truncation.markerLeftOut).toBe(true)
  })

  it('fills a long beginning node by node', () => {
    const many = Array.from({ length: 60_000 }, (_, at) => node(`m${at}`, 1))
    expect(examplePlan(59_990, many).budget.used).toBe(59_990)
  }, 60_000)
})

describe('rollingWindow', () => {
  const rolling = { historyStrategy: 'rollingWindow' } as const

  it('keeps the newest that fits, without a marker', () => {
    const made = examplePlan(35, ten, rolling)
    expect(sequenceOf(made)).toEqual(['n7', 'n8', 'n9'])
    expect(reasonsOf(made)).toMatchObject({ n7: 'window', n8: 'window', n9: 'last-atom' })
    expect(made.truncation).toMatchObject({ truncated: true, recentShrunk: false, markerLeftOut: false })
    expect(made.leftOut).toMatchObject([{ from: 'n0', to: 'n6', count: 7, size: 70, reason: { shortBy: 65 } }])
  })

  it('stops at the first node that does not fit, though an older one would', () => {
    const made = examplePlan(25, [node('small', 1), node('large', 50), ...ten.slice(8)], rolling)
    expect(sequenceOf(made)).toEqual(['n8', 'n9'])
  })

  it('keeps the newest input far behind the window', () => {
    const turn = ten.map((each) => (each.id === 'n1' ? { ...each, newestInput: true } : each))
    expect(sequenceOf(examplePlan(30, turn, rolling))).toEqual(['n1', 'n8', 'n9'])
  })
})

describe('stopAtLimit', () => {
  const stop = { historyStrategy: 'stopAtLimit' } as const

  it('sends everything where it fits', () => {
    expect(sequenceOf(examplePlan(100, ten, stop))).toHaveLength(10)
  })

  it('refuses with the excess and the largest items, largest first', () => {
    const made = exampleRefusal(99, [...ten.slice(1), node('large', 12)], stop)
    expect(made).toMatchObject({ code: 'over-limit', limit: 99, overBy: 3 })
    expect(made.code === 'over-limit' && made.largest.slice(0, 2)).toEqual([
      { id: 'large', size: 12 },
      { id: 'n1', size: 10 },
    ])
  })
})

describe('an atom', () => {
  const call = node('call', 10, { author: 'model', atom: 'call' })
  const result = (id: string, size = 10) => node(id, size, { author: 'tool', atom: 'call' })

  it('that straddles the edge of the recent nodes is recent as a whole', () => {
    const path = [...ten.slice(0, 4), call, result('r1'), result('r2'), node('answer', 10)]
    const made = examplePlan(50, path, { minimumRecentNodes: 2 })
    expect(sequenceOf(made)).toEqual([4, 'call', 'r1', 'r2', 'answer'])
    expect(made.truncation.recentShrunk).toBe(false)
  })

  it('goes as a whole where all of its parallel results do not fit', () => {
    const path = [node('ask', 10), call, result('r1'), result('r2', 40), ...ten.slice(6)]
    expect(sequenceOf(examplePlan(85, path))).toEqual(['ask', 3, 'n6', 'n7', 'n8', 'n9'])
  })

  it('with a result that came late takes in what stands between', () => {
    const path = [node('ask', 10), call, node('wait', 10), result('late'), node('a', 10), node('b', 10)]
    expect(sequenceOf(examplePlan(45, path, { minimumRecentNodes: 2 }))).toEqual(['ask', 3, 'a', 'b'])
    expect(sequenceOf(examplePlan(45, path, { minimumRecentNodes: 3, markerSize: 0 }))).toEqual([4, 'a', 'b'])
  })

  it('around the newest input is kept with it', () => {
    const wait = node('wait', 10, { author: 'human', newestInput: true })
    const made = examplePlan(60, [...ten.slice(0, 4), call, wait, result('late'), ...ten.slice(6)], {
      minimumRecentNodes: 1,
    })
    expect(sequenceOf(made)).toEqual(['n0', 3, 'call', 'wait', 'late', 3, 'n9'])
    expect(reasonsOf(made)).toMatchObject({ call: 'newest-input', wait: 'newest-input', late: 'newest-input' })
  })

  it('that is the last is kept whole, however small the minimum of recent nodes', () => {
    const made = examplePlan(35, [...ten, call, result('r1'), result('r2')], { minimumRecentNodes: 0 })
    expect(sequenceOf(made)).toEqual([10, 'call', 'r1', 'r2'])
  })
})

describe('the sending order', () => {
  const of = (section: Parameters<typeof node>[2], id: string) => node(id, 1, section)
  const around = [
    of({ section: 'input', newestInput: true }, 'ask'),
    of({ section: 'retrieved', score: 1 }, 'worse hit'),
    of({ section: 'retrieved', score: 2 }, 'better hit'),
    of({ section: 'pins', leaseTurns: 2 }, 'leased'),
    of({ section: 'files' }, 'file'),
    of({}, 'said'),
    of({ section: 'summary' }, 'summary'),
    of({ section: 'orientation' }, 'orientation'),
    of({ section: 'bundle' }, 'bundle'),
    of({ section: 'pins' }, 'sticky'),
    of({ section: 'system' }, 'system'),
    of({ section: 'tools' }, 'tool'),
  ]

  it('puts what changes most next to the input', () => {
    expect(sequenceOf(examplePlan(100, around))).toEqual([
      'tool',
      'system',
      'sticky',
      'bundle',
      'orientation',
      'summary',
      'file',
      'said',
      'better hit',
      'worse hit',
      'leased',
      'ask',
    ])
  })

  it('puts it ahead of the newest input where the turn has gone on since', () => {
    const turn = [
      ...around.slice(1, 5),
      node('before', 1),
      node('asked', 1, { author: 'human', newestInput: true }),
      node('step', 1),
    ]
    expect(sequenceOf(examplePlan(100, turn))).toEqual([
      'file',
      'before',
      'better hit',
      'worse hit',
      'leased',
      'asked',
      'step',
    ])
  })
})
