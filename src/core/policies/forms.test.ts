import { describe, expect, it } from 'vitest'
import type { Candidate } from '../candidate.ts'
import { exampleInput, exampleNode as node } from '../example-input.ts'
import type { Form } from '../form.ts'
import { type Draft, decide, keep, leaveOut, startDraft } from './draft.ts'
import { edit } from './edit.ts'
import { output } from './output.ts'
import type { Policy } from './policy.ts'
import { stepOf } from './step.ts'

const edited: Form = { kind: 'excerpt', size: 30, by: 'edit' }
const sent: Form = { kind: 'notice', size: 5, pointsTo: ['a'], by: 'previous' }
const cut: Form = { kind: 'excerpt', size: 20, by: 'output' }

function withForms(id: string, ...forms: Form[]): Candidate {
  return node(id, 100, { forms: [{ kind: 'full', size: 100 }, ...forms] })
}

function applied(policy: Policy, draft: Draft): Draft {
  const next = policy.apply(draft)
  if (next.kind === 'refusal') throw new Error(next.code)
  return next
}

describe('edit', () => {
  it('takes the form that edits give, and before that the one that was sent', () => {
    const candidates = [withForms('a'), withForms('b', edited), withForms('c', edited, sent), withForms('d', sent)]
    const { forms } = applied(edit, startDraft(exampleInput(500, candidates), 500))
    expect(forms.map(({ by }) => by)).toEqual([undefined, 'edit', 'previous', 'previous'])
  })

  it('leaves alone what is decided', () => {
    const draft = startDraft(exampleInput(500, [withForms('a', edited)]), 500)
    const barred = decide(draft, [[0, leaveOut({ kind: 'excluded' })]])
    expect(applied(edit, barred).forms[0]?.by).toBeUndefined()
  })
})

describe('output', () => {
  const draft = startDraft(exampleInput(500, [withForms('a', cut), withForms('b', edited, cut), withForms('c')]), 500)

  it('shortens what commands gave back under pressure, and at no other moment', () => {
    const moments = ['none', 'repeats', 'cold', 'pressure'] as const
    const shortened = moments.map((moment) => applied(output, { ...draft, moment }).forms.map(({ by }) => by))
    const full = [undefined, undefined, undefined]
    expect(shortened).toEqual([full, full, full, ['output', 'output', undefined]])
  })

  it('never takes a form that is larger than the one that would be sent', () => {
    const noticed = { ...draft, moment: 'pressure', forms: [sent, edited, draft.forms[2] as Form] } as const
    expect(applied(output, noticed).forms.map(({ by }) => by)).toEqual(['previous', 'output', undefined])
  })
})

describe('a step', () => {
  const draft = startDraft(exampleInput(500, [withForms('a', cut), withForms('b'), withForms('c')]), 500)

  it('tells the sizes before and after, and how many candidates it left out or sends otherwise', () => {
    const smaller = decide({ ...draft, forms: [cut, ...draft.forms.slice(1)] }, [[2, leaveOut({ kind: 'empty' })]])
    expect(stepOf('some', draft, smaller)).toEqual({ policy: 'some', before: 300, after: 120, touched: 2 })
  })

  it('touches nothing where it only decides to keep what would be sent anyway', () => {
    const [full] = draft.forms
    const kept = decide(draft, [[0, keep(full as Form, { kind: 'fits' })]])
    expect(stepOf('some', draft, kept)).toEqual({ policy: 'some', before: 300, after: 300, touched: 0 })
  })

  it('counts what was cut before neither before nor after', () => {
    const stretch = { from: 'a', to: 'b', count: 9, cut: true } as const
    const long = startDraft(exampleInput(500, [node('old', 900, { stretch }), withForms('n')]), 500)
    expect(stepOf('some', long, long)).toEqual({ policy: 'some', before: 100, after: 100, touched: 0 })
  })
})
