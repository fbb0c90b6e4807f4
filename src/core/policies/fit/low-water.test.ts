import { describe, expect, it } from 'vitest'
import type { Predecessor } from '../../cache/predecessor.ts'
import { exampleInput, exampleNode as node } from '../../example-input.ts'
import type { Form } from '../../form.ts'
import type { HistoryStrategy, PlanInput } from '../../plan-input.ts'
import { type Draft, startDraft } from '../draft.ts'
import { isRelieved, lowWaterRoom } from './low-water.ts'

const previous: Predecessor = { plan: 'p', kept: [], cold: false, prices: null }

/** A draft under pressure in which a history of 100 takes so much now. */
function draftWith(now: number, more: Partial<PlanInput> = {}): Draft {
  const form: Form = { kind: 'excerpt', size: now, by: 'output' }
  const candidate = node('n', 100, { forms: [{ kind: 'full', size: 100 }, form] })
  const input = { ...exampleInput(200, [candidate]), previous, ...more }
  return { ...startDraft(input, 200), moment: 'pressure', forms: [form] }
}

describe('a cut', () => {
  it('is called for unless what was made smaller saves three tenths of the history', () => {
    expect([isRelieved(draftWith(70)), isRelieved(draftWith(71))]).toEqual([true, false])
  })

  it('is called for where all that was saved is not enough', () => {
    expect(isRelieved({ ...draftWith(70), limit: 69 })).toBe(false)
  })

  it('compares with what was sent, not with the full forms', () => {
    const before: Form = { kind: 'excerpt', size: 80, by: 'previous' }
    const candidate = node('n', 100, { forms: [{ kind: 'full', size: 100 }, before] })
    expect(isRelieved(draftWith(70, { candidates: [candidate] }))).toBe(false)
    expect(isRelieved(draftWith(56, { candidates: [candidate] }))).toBe(true)
  })

  it('is not called for at other moments, nor on a first plan, which cuts to the limit', () => {
    expect(isRelieved({ ...draftWith(100), moment: 'repeats' })).toBe(true)
    const { previous: _, ...first } = draftWith(100).input
    expect(isRelieved({ ...draftWith(100), input: first })).toBe(true)
  })

  it('is called for or not as was found before smaller forms were offered, where that is known', () => {
    expect([isRelieved(draftWith(100, { cut: false })), isRelieved(draftWith(10, { cut: true }))]).toEqual([
      true,
      false,
    ])
  })
})

describe('the room after a cut', () => {
  const roomOf = (historyStrategy: HistoryStrategy, lowWater: number, room: number, files: number): number =>
    lowWaterRoom(startDraft(exampleInput(200, [], { historyStrategy, lowWater }), 200), room, files)

  it('is the low-water mark of what history and files share, less what files take', () => {
    expect(roomOf('truncateMiddle', 0.5, 100, 0)).toBe(50)
    expect(roomOf('rollingWindow', 0.5, 100, 20)).toBe(40)
    expect(roomOf('rollingWindow', 0.5, 20, 80)).toBe(0)
  })

  it('is the whole room where the mark is off, and for strategies that have steps of their own or cut nothing', () => {
    expect(roomOf('truncateMiddle', 1, 100, 30)).toBe(100)
    expect(roomOf('keepFirstPair', 0.5, 100, 0)).toBe(100)
    expect(roomOf('stopAtLimit', 0.5, 100, 0)).toBe(100)
  })
})
