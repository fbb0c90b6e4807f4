import { describe, expect, it } from 'vitest'
import type { Candidate } from '../../candidate.ts'
import { exampleInput, exampleNode, examplePlan, reasonsOf, sequenceOf } from '../../example-input.ts'
import { plan } from '../../plan.ts'
import type { HistoryKeep } from '../../plan-input.ts'

const strategy = { historyStrategy: 'keepFirstPair', markerSize: 0 } as const

/** Messages that alternate, the first of them a person's, which are `m0` and on. */
function chat(count: number, size = 10, from = 0): Candidate[] {
  return Array.from({ length: count }, (_, at) =>
    exampleNode(`m${from + at}`, size, { author: (from + at) % 2 === 0 ? 'human' : 'model' }),
  )
}

/** An atom of a call with its results. */
function atom(id: string, results: number, size = 10): Candidate[] {
  const answers = Array.from({ length: results }, (_, at) =>
    exampleNode(`${id}.${at}`, size, { author: 'tool', atom: id }),
  )
  return [exampleNode(id, size, { author: 'model', atom: id }), ...answers]
}

/** A number of messages that the previous plan left out. */
function cut(count: number, size: number): Candidate {
  return exampleNode('from…to', size, { stretch: { from: 'from', to: 'to', count, cut: true } })
}

describe('keepFirstPair', () => {
  it('cuts nothing where everything fits', () => {
    const made = examplePlan(110, chat(11), strategy)
    expect(sequenceOf(made)).toHaveLength(11)
    expect(made.truncation).toMatchObject({ strategy: 'keepFirstPair', truncated: false })
  })

  it('cuts half behind the first pair, on whole pairs, and says once how much', () => {
    const made = examplePlan(100, chat(11), strategy)
    expect(sequenceOf(made)).toEqual(['m0', 'm1', 4, 'm6', 'm7', 'm8', 'm9', 'm10'])
    expect(reasonsOf(made)).toMatchObject({ m0: 'beginning', m1: 'beginning', m2: 'over-budget', m6: 'recent' })
  })

  it('cuts down to a quarter at once where the request is more than twice the limit', () => {
    expect(sequenceOf(examplePlan(100, chat(21), strategy)).slice(0, 4)).toEqual(['m0', 'm1', 14, 'm16'])
    expect(sequenceOf(examplePlan(105, chat(21), strategy)).slice(0, 4)).toEqual(['m0', 'm1', 12, 'm14'])
  })

  it('goes on where one step does not free enough', () => {
    const long = [...chat(20), exampleNode('m20', 60, { author: 'human' })]
    expect(sequenceOf(examplePlan(135, long, strategy))).toEqual(['m0', 'm1', 14, 'm16', 'm17', 'm18', 'm19', 'm20'])
    expect(sequenceOf(examplePlan(95, long, strategy))).toEqual(['m0', 'm1', 18, 'm20'])
  })

  it.each<[HistoryKeep, number]>([
    ['half', 8],
    ['quarter', 14],
    ['lastTwo', 16],
    ['none', 18],
  ])('takes the step that is set: %s', (keep, gone) => {
    expect(sequenceOf(examplePlan(200, chat(21), { ...strategy, keep }))[2]).toBe(gone)
  })

  it('splits no atom: where the range would end in one, it stays whole, with the words that led to it', () => {
    const path = [...chat(5), ...atom('a', 2), ...chat(4, 10, 5)]
    const made = examplePlan(100, path, strategy)
    expect(sequenceOf(made)).toEqual(['m0', 'm1', 2, 'm4', 'a', 'a.0', 'a.1', 'm5', 'm6', 'm7', 'm8'])
  })

  it('takes the first atom of a model for the answer, with its results', () => {
    const path = [...chat(1), ...atom('a', 1), ...atom('b', 1), ...atom('c', 1), ...atom('d', 1)]
    const made = examplePlan(60, path, strategy)
    expect(sequenceOf(made)).toEqual(['m0', 'a', 'a.0', 4, 'd', 'd.0'])
  })

  it('leaves out again what was cut before, and counts it in the one marker', () => {
    const path = [...chat(2), cut(8, 80), ...chat(9, 10, 10)]
    expect(sequenceOf(examplePlan(110, path, strategy))).toEqual([
      'm0',
      'm1',
      8,
      ...chat(9, 10, 10).map(({ id }) => id),
    ])
    expect(sequenceOf(examplePlan(109, path, strategy))).toEqual(['m0', 'm1', 12, 'm14', 'm15', 'm16', 'm17', 'm18'])
  })

  it('keeps the newest input and the last atom in the middle of what goes, under one marker', () => {
    const path = chat(21).map((node) => (node.id === 'm6' ? { ...node, newestInput: true } : node))
    const made = examplePlan(60, path, { ...strategy, keep: 'none' })
    expect(sequenceOf(made)).toEqual(['m0', 'm1', 17, 'm6', 'm20'])
  })

  it('shortens a first pair that is over a quarter of the limit where something is cut, and only there', () => {
    const others = chat(8, 10, 1)
    const long = exampleNode('m0', 60, {
      author: 'human',
      forms: [
        { kind: 'full', size: 60 },
        { kind: 'excerpt', size: 15 },
      ],
    })
    const cramped = examplePlan(100, [long, ...others], strategy)
    expect(cramped.kept[0]).toMatchObject({ id: 'm0', form: 'excerpt', reason: { kind: 'shortened', by: 45 } })
    expect(cramped.truncation.truncated).toBe(false)
    expect(examplePlan(140, [long, ...others], strategy).kept[0]).toMatchObject({ id: 'm0', form: 'full' })
    const later = examplePlan(140, [long, ...others.slice(0, 1), cut(3, 30), ...others.slice(4)], strategy)
    expect(later.kept[0]).toMatchObject({ id: 'm0', form: 'excerpt' })
  })

  it('leaves the answer out before the task, and both rather than refuse', () => {
    const path = [...chat(6, 40), exampleNode('last', 60, { author: 'human' })]
    expect(sequenceOf(examplePlan(140, path, strategy))).toEqual(['m0', 'm1', 4, 'last'])
    expect(sequenceOf(examplePlan(139, path, strategy))).toEqual(['m0', 5, 'last'])
    expect(sequenceOf(examplePlan(99, path, strategy))).toEqual([6, 'last'])
  })

  it('does without the marker where there is no room for it', () => {
    const path = [...chat(6, 40), exampleNode('last', 60, { author: 'human' })]
    const made = examplePlan(140, path, { ...strategy, markerSize: 1 })
    expect(sequenceOf(made)).toEqual(['m0', 'm1', 'last'])
    expect(made.truncation).toMatchObject({ truncated: true, markerLeftOut: true })
  })

  it('cuts before the limit where the branch has a previous plan and the request is above the threshold', () => {
    const input = exampleInput(110, chat(11), strategy)
    const previous = { plan: '', kept: [], cold: false, prices: null }
    expect(plan(input)).toMatchObject({ truncation: { truncated: false } })
    expect(plan({ ...input, previous })).toMatchObject({ truncation: { truncated: true } })
  })

  it('cuts a history without a first pair like any other', () => {
    const path = Array.from({ length: 12 }, (_, at) => exampleNode(`n${at}`, 10))
    expect(sequenceOf(examplePlan(100, path, strategy))).toEqual([6, 'n6', 'n7', 'n8', 'n9', 'n10', 'n11'])
  })
})
