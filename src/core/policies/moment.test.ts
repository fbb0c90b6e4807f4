import { describe, expect, it } from 'vitest'
import type { Predecessor } from '../cache/predecessor.ts'
import { exampleInput, exampleNode as node } from '../example-input.ts'
import type { Moment, PlanInput } from '../plan-input.ts'
import { decide, leaveOut, startDraft } from './draft.ts'
import { momentOf, momentSettings } from './moment.ts'

const previous: Predecessor = { plan: 'p', kept: [], cold: false, prices: null }
const ask = node('ask', 10, { section: 'input', newestInput: true })

/** The moment of a request of a size under a limit of 100. */
function at(size: number, more: Partial<PlanInput> = {}): Moment {
  return momentOf(startDraft({ ...exampleInput(100, [node('n', size - 10), ask]), ...more }, 100))
}

describe('the moment', () => {
  it('is pressure above the threshold, with a previous plan or without', () => {
    expect([at(90), at(91), at(91, { previous })]).toEqual(['none', 'pressure', 'pressure'])
  })

  it('is the time for repeats above a threshold of its own, only where something was sent before', () => {
    expect([at(50, { previous }), at(51, { previous }), at(51)]).toEqual(['none', 'repeats', 'none'])
  })

  it('is cold where the provider has forgotten what was sent, below the pressure', () => {
    const cold = { previous: { ...previous, cold: true } }
    expect([at(20, cold), at(60, cold), at(91, cold)]).toEqual(['cold', 'cold', 'pressure'])
  })

  it('goes by the thresholds that are set', () => {
    const settings = { ...exampleInput(1, []).settings, pressure: 0.3, repeats: 0.1 }
    expect([at(30, { previous, settings }), at(31, { previous, settings })]).toEqual(['repeats', 'pressure'])
    expect(momentSettings(settings)).toEqual({ pressure: 0.3, repeats: 0.1, lowWater: 0.5 })
  })

  it('is what was found before smaller forms were offered, where that is known', () => {
    expect([at(95, { moment: 'none' }), at(20, { moment: 'pressure' })]).toEqual(['none', 'pressure'])
  })

  it('counts neither what is left out nor what was cut before', () => {
    const stretch = { from: 'a', to: 'b', count: 2, cut: true } as const
    const candidates = [node('cut', 500, { stretch }), node('out', 500), ask]
    const draft = startDraft({ ...exampleInput(100, candidates), previous }, 100)
    expect(momentOf(decide(draft, [[1, leaveOut({ kind: 'excluded' })]]))).toBe('none')
  })
})
