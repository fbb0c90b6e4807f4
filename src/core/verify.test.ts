import { describe, expect, it } from 'vitest'
import type { Candidate } from './candidate.ts'
import type { Kept, LeftOut, Marker, Span } from './decision.ts'
import { exampleInput, examplePlan, exampleNode as node } from './example-input.ts'
import type { LeftOutReason } from './reason.ts'
import { type Decisions, InvariantBroken, type Violation, verify } from './verify.ts'

function kept(id: string, more: Partial<Kept> = {}): Kept {
  return { kind: 'kept', id, section: 'history', form: 'full', size: 10, reason: { kind: 'fits' }, ...more }
}

function leftOut(id: string, more: Partial<LeftOut> = {}): LeftOut {
  return { kind: 'left-out', id, section: 'history', size: 10, reason: { kind: 'over-budget', shortBy: 1 }, ...more }
}

function span(from: string, to: string, kind: LeftOutReason['kind'] = 'over-budget'): Span {
  const reason: LeftOutReason =
    kind === 'over-budget' ? { kind, shortBy: 1 } : kind === 'summarised' ? { kind, in: 's' } : { kind }
  return { kind: 'span', section: 'history', from, to, count: 1, size: 10, reason }
}

function marker(size: number): Marker {
  return { kind: 'marker', omitted: 1, omittedSize: 10, size }
}

const path = ['a', 'b', 'c'].map((id) => node(id, 10))
const allKept = path.map(({ id }) => kept(id))

function violations(candidates: readonly Candidate[], plan: Partial<Decisions>, limit = 100): Violation[] {
  return verify(exampleInput(limit, candidates), { kept: [], leftOut: [], ...plan })
}

describe('verify', () => {
  it('finds nothing wrong with a good plan', () => {
    expect(violations(path, { kept: allKept })).toEqual([])
    expect(violations(path, { kept: [kept('c')], leftOut: [span('a', 'b')] })).toEqual([])
    expect(verify(exampleInput(25, path), examplePlan(25, path))).toEqual([])
  })

  it('measures against the limit by the candidates’ sizes, not by those the plan claims', () => {
    const small = allKept.map((each) => ({ ...each, size: 1 }))
    expect(violations(path, { kept: small }, 29)).toEqual(['over-limit'])
    expect(violations(path, { kept: small }, 30)).toEqual([])
  })

  it('counts markers, and the form that is sent', () => {
    const forms: Candidate['forms'] = [
      { kind: 'full', size: 10 },
      { kind: 'card', size: 3 },
    ]
    const cards = path.map((each) => ({ ...each, forms }))
    const sent = cards.map(({ id }) => kept(id, { form: 'card' }))
    expect(violations(cards, { kept: [marker(6), ...sent] }, 15)).toEqual([])
    expect(violations(cards, { kept: [marker(7), ...sent] }, 15)).toEqual(['over-limit'])
  })

  it('misses the newest input, and the last of the path', () => {
    expect(violations(path, { kept: allKept.slice(0, 2), leftOut: [leftOut('c')] })).toEqual(['newest-input-left-out'])
    const turn = path.map((each) => (each.id === 'a' ? { ...each, newestInput: true } : each))
    expect(violations(turn, { kept: allKept.slice(1), leftOut: [leftOut('a')] })).toEqual(['newest-input-left-out'])
    const ask = node('ask', 10, { section: 'input' })
    expect(violations([...path, ask], { kept: allKept, leftOut: [leftOut('ask')] })).toEqual(['newest-input-left-out'])
  })

  it('does not miss a last node that a person excluded, nor the end of the path behind an input', () => {
    const barred = path.map((each) => (each.id === 'c' ? { ...each, bar: 'excluded' as const } : each))
    const excluded = leftOut('c', { reason: { kind: 'excluded' } })
    expect(violations(barred, { kept: allKept.slice(0, 2), leftOut: [excluded] })).toEqual([])
    const ask = node('ask', 10, { section: 'input' })
    expect(
      violations([...path, ask], { kept: [kept('ask', { section: 'input' })], leftOut: [span('a', 'c')] }),
    ).toEqual([])
  })

  it('wants a message', () => {
    const system = node('system', 1, { section: 'system' })
    expect(violations([system], { kept: [kept('system', { section: 'system' })] })).toEqual(['no-message'])
  })

  it('wants one decision for every candidate, and only one', () => {
    expect(violations(path, { kept: allKept.slice(1) })).toEqual(['no-decision'])
    expect(violations(path, { kept: [...allKept, kept('a')] })).toEqual(['two-decisions'])
    expect(violations(path, { kept: allKept, leftOut: [leftOut('a')] })).toEqual(['two-decisions'])
    expect(violations(path, { kept: allKept, leftOut: [span('a', 'b')] })).toEqual(['two-decisions'])
    expect(violations(path, { kept: [kept('c')], leftOut: [span('a', 'b'), span('b', 'b')] })).toEqual([
      'two-decisions',
    ])
  })

  it('lets a span decide only for what can have its reason', () => {
    const mixed = path.map((each) => (each.id === 'b' ? { ...each, bar: 'excluded' as const } : each))
    const plan = { kept: [kept('c')], leftOut: [leftOut('b', { reason: { kind: 'excluded' } }), span('a', 'a')] }
    expect(violations(mixed, plan)).toEqual([])
    expect(violations(mixed, { kept: [kept('c')], leftOut: [span('a', 'a')] })).toEqual(['no-decision'])
    const stretched = mixed.map((each) =>
      each.id === 'b' ? { ...each, stretch: { from: 'b1', to: 'b9', count: 9 } } : each,
    )
    const spans = [span('a', 'a'), span('b1', 'b9', 'excluded')]
    expect(violations(stretched, { kept: [kept('c')], leftOut: spans })).toEqual([])
  })

  it('wants a reason for every decision', () => {
    const { reason: _, ...bare } = kept('a')
    expect(violations(path, { kept: [bare as Kept, ...allKept.slice(1)] })).toEqual(['no-reason'])
  })

  it('wants an atom in or out as a whole, but for what may not be sent at all', () => {
    const atoms = path.map((each) => (each.id === 'c' ? each : { ...each, atom: 'a' }))
    const split = { kept: allKept.slice(1), leftOut: [leftOut('a')] }
    expect(violations(atoms, split)).toEqual(['atom-split'])
    const [first, ...rest] = atoms as [Candidate, ...Candidate[]]
    expect(violations([{ ...first, bar: 'secret' }, ...rest], split)).toEqual([])
  })

  it('wants a notice to point at something in the plan, and to be smaller than what it stands for', () => {
    const sized = (notice: number): Candidate[] =>
      path.map((each) => ({ ...each, forms: [each.forms[0], { kind: 'notice', size: notice }] }))
    const plan = (pointsTo?: string): Partial<Decisions> => ({
      kept: [kept('a', { form: 'notice', ...(pointsTo === undefined ? {} : { pointsTo: [pointsTo] }) }), kept('c')],
      leftOut: [leftOut('b')],
    })
    expect(violations(sized(9), plan('c'))).toEqual([])
    expect(violations(sized(9), plan('b'))).toEqual(['notice-without-target'])
    expect(violations(sized(9), plan())).toEqual(['notice-without-target'])
    expect(violations(sized(10), plan('c'))).toEqual(['notice-not-smaller'])
  })

  it('keeps what was retrieved out of the system text', () => {
    const hit = node('hit', 1, { section: 'retrieved' })
    const plan = { kept: [kept('hit', { section: 'system' }), ...allKept] }
    expect(violations([hit, ...path], plan)).toEqual(['retrieved-in-system'])
  })

  it('names everything that is wrong, sorted', () => {
    expect(violations(path, { kept: [kept('a')] }, 5)).toEqual(['newest-input-left-out', 'no-decision', 'over-limit'])
  })

  it('makes an error that carries the names', () => {
    const error = new InvariantBroken(['no-message', 'over-limit'])
    expect(error).toMatchObject({ code: 'invariant-broken', violations: ['no-message', 'over-limit'] })
    expect(error.message).toMatch(/no-message, over-limit/)
  })
})
