import { describe, expect, it } from 'vitest'
import type { Candidate } from '../../candidate.ts'
import { exampleNode as node } from '../../example-input.ts'
import type { Form } from '../../form.ts'
import { ranked } from './ranked.ts'

function hit(id: string, sizes: readonly number[], score?: number): Candidate {
  const kinds = ['full', 'excerpt', 'card', 'notice'] as const
  const [full = { kind: 'full', size: 0 }, ...smaller] = sizes.map(
    (size, at): Form => ({ kind: kinds[at] ?? 'full', size }),
  )
  return node(id, 0, { section: 'retrieved', forms: [full, ...smaller], ...(score === undefined ? {} : { score }) })
}

/** What became of each candidate, by its place in the list. */
function outcomes(candidates: readonly Candidate[], room: number): unknown[] {
  const { outcomes: all } = ranked(
    candidates.map((candidate, index) => ({ index, candidate, form: candidate.forms[0] })),
    room,
  )
  return all
    .toSorted(([a], [b]) => a - b)
    .map(([, each]) => (each.kind === 'kept' ? [each.form.kind, each.reason] : each.reason))
}

describe('ranked', () => {
  it('takes the best first, whatever the order they came in', () => {
    expect(outcomes([hit('worse', [10], 1), hit('best', [10], 3), hit('better', [10], 2)], 20)).toEqual([
      { kind: 'over-budget', shortBy: 10 },
      ['full', { kind: 'ranked', rank: 1 }],
      ['full', { kind: 'ranked', rank: 2 }],
    ])
  })

  it('takes equals in the order given, and no score for 0', () => {
    expect(outcomes([hit('none', [10]), hit('zero', [10], 0), hit('negative', [10], -1)], 20)).toEqual([
      ['full', { kind: 'ranked', rank: 1 }],
      ['full', { kind: 'ranked', rank: 2 }],
      { kind: 'over-budget', shortBy: 10 },
    ])
  })

  it('takes the largest smaller form that fits, in whatever order forms are given, and says what was missing', () => {
    expect(outcomes([hit('a', [50, 5, 20, 2], 1)], 30)).toEqual([
      ['card', { kind: 'smaller-form', rank: 1, shortBy: 20 }],
    ])
  })

  it('goes on to the next where one does not fit', () => {
    expect(outcomes([hit('large', [50, 31], 2), hit('small', [30], 1)], 30)).toEqual([
      { kind: 'over-budget', shortBy: 1 },
      ['full', { kind: 'ranked', rank: 2 }],
    ])
  })

  it('never takes a form that is not smaller than the full one', () => {
    expect(outcomes([hit('odd', [10, 10, 12], 1)], 9)).toEqual([{ kind: 'over-budget', shortBy: 1 }])
  })

  it('takes a form for later only when every candidate had its turn, the best first, and says what it lacked', () => {
    const late = (id: string, [full, excerpt]: readonly [number, number], score: number): Candidate =>
      node(id, 0, {
        section: 'bundle',
        score,
        forms: [
          { kind: 'full', size: full, later: true },
          { kind: 'excerpt', size: excerpt },
        ],
      })
    const candidates = [late('best', [60, 20], 3), late('better', [50, 20], 2), hit('good', [10], 1)]
    expect(outcomes(candidates, 50)).toEqual([
      ['excerpt', { kind: 'smaller-form', rank: 1, shortBy: 40 }],
      ['excerpt', { kind: 'smaller-form', rank: 2, shortBy: 30 }],
      ['full', { kind: 'ranked', rank: 3 }],
    ])
    expect(outcomes(candidates, 90)).toEqual([
      ['full', { kind: 'ranked', rank: 1 }],
      ['excerpt', { kind: 'smaller-form', rank: 2, shortBy: 30 }],
      ['full', { kind: 'ranked', rank: 3 }],
    ])
  })

  it('leaves out what only has a form for later where there is nothing left', () => {
    const last = node('last', 0, { section: 'bundle', score: 2, forms: [{ kind: 'full', size: 9, later: true }] })
    expect(outcomes([last, hit('first', [10], 1)], 18)).toEqual([
      { kind: 'over-budget', shortBy: 1 },
      ['full', { kind: 'ranked', rank: 2 }],
    ])
  })

  it('is complete only where everything went in full', () => {
    const placed = [hit('a', [10, 5], 2), hit('b', [10], 1)].map((candidate, index) => ({
      index,
      candidate,
      form: candidate.forms[0],
    }))
    expect(ranked(placed, 20)).toMatchObject({ used: 20, complete: true })
    expect(ranked(placed, 19)).toMatchObject({ used: 10, complete: false })
    expect(ranked(placed, 9)).toMatchObject({ used: 5, complete: false })
  })
})
