import { beforeEach, describe, expect, it } from 'vitest'
import type { Candidate } from '../../core/candidate.ts'
import type { ContextPlan } from '../../core/context-plan.ts'
import { exampleNode as node } from '../../core/example-input.ts'
import { memoryStore } from '../../stores/memory/memory-store.ts'
import type { Store } from '../../stores/store.ts'
import { perform, planNext, type Session, startSession } from '../example-session.ts'
import type { PlannedCall } from '../plan-call.ts'
import { asMarked, asSent, readStanding, type Standing, standingFiles } from './standing.ts'

const terms = { budget: 4000, settings: { repeats: 0.05 } }
let store: Store
let session: Session
let call: PlannedCall
let plan: ContextPlan

async function planned(): Promise<PlannedCall> {
  const made = await planNext(session, terms)
  if (made.kind === 'refusal') throw new Error(made.code)
  return made
}

async function standing(of: PlannedCall = call): Promise<Standing> {
  const previous = { plan: of.plan.id, decisions: of.stored.decisions, edits: null, cold: true }
  const found = await readStanding(store, { ...of.recipe, previous })
  if (!found) throw new Error('nothing stands')
  return found
}

beforeEach(async () => {
  store = memoryStore()
  session = await startSession(store)
  await perform(session, { kind: 'ask', length: 5 })
  await perform(session, { kind: 'whole', file: 0, numbered: true })
  for (let at = 0; at < 14; at++) {
    await perform(session, { kind: 'run', command: at, length: 30 })
    call = await planned()
  }
  plan = call.plan
})

const kept = () => plan.kept.flatMap((each) => (each.kind === 'kept' ? [each] : []))

describe('what stands of a previous plan', () => {
  it('is what it sent and cut, with the book of its files', async () => {
    const { predecessor, cuts, sent, book } = await standing()
    expect(predecessor).toEqual({ plan: plan.id, kept: plan.kept, cold: true, prices: null })
    const spans = plan.leftOut.filter((each) => each.kind === 'span' && each.reason.kind === 'over-budget')
    expect(cuts).toMatchObject(spans.map((each) => (each.kind === 'span' ? { from: each.from, to: each.to } : {})))
    expect(cuts.length).toBeGreaterThan(0)
    expect([...sent.keys()]).toEqual(kept().map(({ id }) => id))
    expect(book).toBe(plan.book)
  })

  it('is nothing without one, and where its document is gone', async () => {
    expect(await readStanding(store, { ...call.recipe, previous: null })).toBeUndefined()
    const previous = { plan: plan.id, decisions: '0'.repeat(64), edits: null, cold: false }
    expect(await readStanding(store, { ...call.recipe, previous })).toBeUndefined()
  })

  it('is the files in work that it carried, each with the node that it came from', async () => {
    const files = standingFiles(await standing())
    const carried = kept().filter(({ section }) => section === 'files')
    expect(files.map(({ id, forms }) => [id, forms[0].size, forms[0].content])).toEqual(
      carried.map(({ id, size, content }) => [id, size, content]),
    )
    expect(files).toMatchObject([{ section: 'files', origin: expect.any(String) }])
    expect(files[0]?.forms[0].by).toBeUndefined()
  })

  it('is where markers stood: before what was sent next of the history, whatever stood between', async () => {
    const cut = (id: string): Candidate => node(id, 9, { stretch: { from: id, to: id, count: 1, cut: true } })
    const [one, other] = kept().filter(({ section }) => section === 'history')
    if (!one || !other) throw new Error('too little was sent')
    const file = node('file:a', 1, { section: 'files' })
    const candidates = [cut('x'), node('new', 1), file, node(one.id, 1), cut('y'), node(other.id, 1)]
    const sent = new Map([...[one, other].map((each) => [each.id, each] as const), ['file:a', one]])
    const marked = asMarked(candidates, { ...(await standing()), sent, marked: new Set([one.id]) })
    expect(marked.flatMap(({ stretch }) => (stretch ? [stretch.marked] : []))).toEqual([true, false])
  })
})

describe('a candidate that was sent before', () => {
  const candidateOf = (id: string, content: string): Candidate =>
    node(id, 100, { forms: [{ kind: 'full', size: 100, content }] })
  const never = (): boolean => false

  it('keeps the form in which it was sent, where that was not the full one', async () => {
    const stands = await standing()
    const before = { kind: 'kept', section: 'history', reason: { kind: 'fits' }, form: 'notice', size: 9 } as const
    const sent = new Map([['a', { ...before, id: 'a', content: 'less', pointsTo: ['b'] }]])
    const [candidate] = asSent([candidateOf('a', 'all')], { ...stands, sent }, never)
    expect(candidate?.forms[1]).toEqual({ kind: 'notice', size: 9, content: 'less', pointsTo: ['b'], by: 'previous' })
  })

  it('is as it is where it was sent in full, not sent, or where an edit has come or gone since', async () => {
    const stands = await standing()
    const full = kept().find(({ form, section }) => form === 'full' && section === 'history')
    const other = kept().find(({ form, section }) => form !== 'full' && section === 'history')
    const candidates = [candidateOf(full?.id ?? '', 'x'), candidateOf('new', 'y')]
    expect(asSent(candidates, stands, never)).toEqual(candidates)
    const edited = [candidateOf(other?.id ?? 'none', 'z')]
    expect(asSent(edited, stands, () => true)).toEqual(edited)
  })
})
