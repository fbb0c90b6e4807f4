import { describe, expect, it } from 'vitest'
import { exampleNode, examplePlan } from '../example-input.ts'
import { changesIn, changesOf, leftOutIn, repeatsIn, shortenedIn } from './changes.ts'

const changed = [
  { part: 0, kind: 'truncate', saves: 30 },
  { part: 1, kind: 'stale', saves: 5 },
  { part: 0, within: 1, kind: 'repeated', saves: 20 },
  { part: 2, kind: 'truncate', saves: 10 },
  { part: 3, kind: 'user', saves: -4 },
] as const

describe('what a plan changes', () => {
  it('is told by kind, what saves most first', () => {
    expect(changesOf(changed)).toEqual([
      { kind: 'truncate', parts: 2, saves: 40 },
      { kind: 'repeated', parts: 1, saves: 20 },
      { kind: 'stale', parts: 1, saves: 5 },
      { kind: 'user', parts: 1, saves: -4 },
    ])
    expect(repeatsIn(changesOf(changed))).toEqual({ count: 2, size: 25 })
    expect(shortenedIn(changesOf(changed))).toEqual({ count: 2, size: 40 })
  })

  it('is nothing where everything is sent as it was written', () => {
    expect(changesIn(examplePlan(100, [exampleNode('a', 10)]))).toEqual([])
  })
})

describe('what a plan leaves out', () => {
  it('counts nodes that do not fit, and none that a person keeps out', () => {
    const nodes = Array.from({ length: 9 }, (_, at) => exampleNode(`n${at}`, 10))
    const barred = exampleNode('barred', 7, { bar: 'excluded' })
    const plan = examplePlan(50, [barred, ...nodes])
    const kept = plan.kept.filter(({ kind }) => kind === 'kept').length
    expect(leftOutIn(plan, 'over-budget')).toEqual({ count: 9 - kept, size: 10 * (9 - kept) })
    expect(leftOutIn(plan, 'excluded')).toEqual({ count: 1, size: 7 })
    expect(leftOutIn(examplePlan(500, [barred, ...nodes]), 'over-budget')).toEqual({ count: 0, size: 0 })
  })
})
