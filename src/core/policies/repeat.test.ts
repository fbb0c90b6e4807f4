import { describe, expect, it } from 'vitest'
import type { Predecessor } from '../cache/predecessor.ts'
import type { Candidate } from '../candidate.ts'
import { exampleInput, exampleNode as node } from '../example-input.ts'
import type { Form } from '../form.ts'
import type { Moment, PlanInput } from '../plan-input.ts'
import { type Draft, decide, leaveOut, startDraft } from './draft.ts'
import { repeat } from './repeat.ts'

const previous: Predecessor = { plan: 'p', kept: [], cold: false, prices: null }
const notice = (size: number, target: string): Form => ({ kind: 'notice', size, pointsTo: [target], by: 'repeat' })

function withForms(id: string, size: number, ...forms: Form[]): Candidate {
  return node(id, size, { forms: [{ kind: 'full', size }, ...forms] })
}

function draftOf(moment: Moment, candidates: readonly Candidate[], more: Partial<PlanInput> = {}): Draft {
  return startDraft({ ...exampleInput(1000, candidates), previous, moment, ...more }, 1000)
}

function applied(draft: Draft): { readonly kinds: readonly string[]; readonly moment: Moment } {
  const after = repeat.apply(draft)
  if (after.kind === 'refusal') throw new Error(after.code)
  return { kinds: after.forms.map(({ kind }) => kind), moment: after.moment }
}

const old = withForms('old', 200, notice(10, 'new'))
const fresh = node('new', 200)

describe('repeats', () => {
  it('stay as they are while nothing may change', () => {
    expect(applied(draftOf('none', [old, fresh]))).toEqual({ kinds: ['full', 'full'], moment: 'none' })
  })

  it.each(['pressure', 'cold', 'repeats'] as const)('become notices at the moment %s', (moment) => {
    expect(applied(draftOf(moment, [old, fresh]))).toEqual({ kinds: ['notice', 'full'], moment })
  })

  it('stay where their target is left out or not there', () => {
    const out = decide(draftOf('cold', [old, fresh]), [[1, leaveOut({ kind: 'excluded' })]])
    expect(applied(out).kinds).toEqual(['full', 'full'])
    expect(applied(draftOf('cold', [old])).kinds).toEqual(['full'])
  })

  it('stay where a notice would not be smaller than what is sent now', () => {
    const same = withForms('old', 200, notice(200, 'new'))
    expect(applied(draftOf('cold', [same, fresh])).kinds).toEqual(['full', 'full'])
  })

  it('wait where what follows them would have to be written to the cache for little', () => {
    const small = withForms('old', 30, notice(5, 'new'))
    expect(applied(draftOf('repeats', [small, node('between', 600), fresh]))).toMatchObject({ moment: 'none' })
    expect(applied(draftOf('repeats', [node('between', 600), small, node('new', 30)]))).toMatchObject({
      kinds: ['full', 'notice', 'full'],
    })
  })

  it('wait where they save next to nothing of the limit', () => {
    const tiny = withForms('old', 24, notice(5, 'new'))
    expect(applied(draftOf('repeats', [tiny, node('new', 20)])).kinds).toEqual(['full', 'full'])
  })

  it('are no reason for a moment where there are none, but pressure stays', () => {
    expect(applied(draftOf('cold', [fresh])).moment).toBe('none')
    expect(applied(draftOf('pressure', [fresh])).moment).toBe('pressure')
  })

  it('look under pressure at everything anew, what was taken on before as well', () => {
    const before: Form = { kind: 'excerpt', size: 20, by: 'previous' }
    const changed = draftOf('pressure', [withForms('old', 200, before, notice(50, 'new')), fresh])
    expect(applied({ ...changed, forms: [before, { kind: 'full', size: 200 }] }).kinds).toEqual(['notice', 'full'])
    const kept = draftOf('cold', [withForms('old', 200, before, notice(50, 'new')), fresh])
    expect(applied({ ...kept, forms: [before, { kind: 'full', size: 200 }] }).kinds).toEqual(['excerpt', 'full'])
  })

  it('go back to an edit, not to the full form, where an edit is in force', () => {
    const edit: Form = { kind: 'excerpt', size: 30, by: 'edit' }
    const before: Form = { kind: 'notice', size: 5, pointsTo: ['gone'], by: 'previous' }
    const draft = draftOf('pressure', [withForms('old', 200, edit, before)])
    const after = repeat.apply({ ...draft, forms: [before] })
    expect(after.kind === 'draft' && after.forms).toEqual([edit])
  })
})
