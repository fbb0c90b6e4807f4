import { describe, expect, it } from 'vitest'
import type { Candidate } from '../candidate.ts'
import { examplePlan, exampleRefusal, exampleNode as node, reasonsOf, sequenceOf } from '../example-input.ts'
import { describeRefusal } from '../refusal.ts'

const system = node('system', 30, { section: 'system' })
const tools = node('tools', 20, { section: 'tools' })
const pin = node('pin', 5, { section: 'pins' })
const ask = node('ask', 10, { section: 'input', newestInput: true })
const said = [1, 2, 3, 4, 5].map((at) => node(`n${at}`, 10))
const notes = [1, 2, 3, 4, 5].map((at) => node(`note${at}`, 10, { section: 'bundle', score: 10 - at }))

function excerpt(id: string, full: number, short: number, more: Partial<Candidate> = {}): Candidate {
  const forms: Candidate['forms'] = [
    { kind: 'full', size: full, content: `all of ${id}` },
    { kind: 'excerpt', size: short, content: `some of ${id}` },
  ]
  return node(id, full, { ...more, forms })
}

describe('what always goes', () => {
  it('is tools, system text, sticky pins and the newest input, however little is left for the rest', () => {
    const made = examplePlan(65, [tools, system, pin, ...said, ask], { minimumRecentNodes: 0, markerSize: 0 })
    expect(sequenceOf(made)).toEqual(['tools', 'system', 'pin', 5, 'ask'])
    expect(reasonsOf(made)).toMatchObject({
      tools: 'required',
      system: 'required',
      pin: 'required',
      ask: 'newest-input',
    })
  })

  it('does not include a pin that is only lent', () => {
    const made = examplePlan(15, [node('lent', 5, { section: 'pins', leaseTurns: 1 }), pin, ask])
    expect(reasonsOf(made)).toMatchObject({ lent: 'over-budget', pin: 'required' })
  })

  it('does not include what was lent for a time that is over, even where there is room', () => {
    const over = node('over', 5, { section: 'pins', leaseTurns: 0 })
    expect(reasonsOf(examplePlan(100, [over, ask]))).toMatchObject({ over: 'lease-expired' })
  })
})

describe('a refusal', () => {
  it('says by how much the system text alone is over the limit', () => {
    expect(exampleRefusal(25, [tools, system, ask])).toEqual({
      kind: 'refusal',
      code: 'system-over-limit',
      limit: 25,
      overBy: 5,
    })
  })

  it('counts the tools too where the system text fits without them', () => {
    expect(exampleRefusal(45, [tools, system, ask])).toMatchObject({ code: 'system-over-limit', overBy: 5 })
  })

  it('says by how much the newest input is over what is left, and the budget that takes', () => {
    const candidates = [tools, system, pin, ...said, ask]
    expect(exampleRefusal(64, candidates)).toMatchObject({ code: 'newest-over-limit', limit: 64, overBy: 1 })
    expect(examplePlan(65, candidates).budget.used).toBe(65)
  })

  it('says that there is nothing to send where everything that speaks is left out', () => {
    expect(exampleRefusal(100, [system, node('gone', 1, { bar: 'excluded' })])).toMatchObject({
      code: 'nothing-to-send',
    })
    expect(exampleRefusal(100, [])).toMatchObject({ code: 'nothing-to-send' })
  })

  it('says so too where the only things there are do not fit', () => {
    const note = node('note', 90, { section: 'bundle' })
    expect(exampleRefusal(50, [system, note])).toMatchObject({ code: 'nothing-to-send', limit: 50 })
  })

  it('tells a person the figures', () => {
    expect(describeRefusal(exampleRefusal(25, [system, ask]))).toMatch(/25 by 5/)
    expect(describeRefusal(exampleRefusal(5, [ask]))).toMatch(/5 by 5/)
    expect(describeRefusal(exampleRefusal(40, said, { historyStrategy: 'stopAtLimit' }))).toMatch(
      /40 by 10.*n1 with 10, n2 with 10, n3 with 10/,
    )
    expect(describeRefusal(exampleRefusal(40, []))).toMatch(/nothing to send/)
  })
})

describe('shares', () => {
  it('hold for a section that wants all of its share, and limit it where others want the rest', () => {
    const made = examplePlan(60, [...notes, ...said, ask], {
      shares: { bundle: 0.4 },
      historyStrategy: 'rollingWindow',
    })
    expect(sequenceOf(made)).toEqual(['note1', 'note2', 'n3', 'n4', 'n5', 'ask'])
    expect(made.budget.sections).toEqual([
      { section: 'input', allotted: 10, used: 10, items: 1 },
      { section: 'history', allotted: 30, used: 30, items: 3 },
      { section: 'bundle', allotted: 20, used: 20, items: 2 },
    ])
  })

  it('go to the history first where no section has one', () => {
    const made = examplePlan(70, [...notes, ...said, ask])
    expect(made.budget.sections.map(({ section, used }) => [section, used])).toEqual([
      ['input', 10],
      ['history', 50],
      ['bundle', 10],
    ])
  })

  it('that a section does not use flow on to those that want more', () => {
    const made = examplePlan(60, [...notes, node('n1', 10), ask], { shares: { history: 0.8, bundle: 0.2 } })
    expect(sequenceOf(made)).toEqual(['note1', 'note2', 'note3', 'note4', 'n1', 'ask'])
  })

  it('that a section cannot use, because its items are lumps, flow on too', () => {
    const lump = node('lump', 25, { section: 'retrieved' })
    const made = examplePlan(40, [lump, ...said, ask], {
      shares: { retrieved: 0.6 },
      historyStrategy: 'rollingWindow',
    })
    expect(sequenceOf(made)).toEqual(['n3', 'n4', 'n5', 'ask'])
    expect(made.leftOut[0]).toMatchObject({ id: 'lump', reason: { kind: 'over-budget' } })
  })
})

describe('the newest input where it is too long', () => {
  const last = [
    node('call', 10, { atom: 'call' }),
    excerpt('large', 100, 40, { atom: 'call' }),
    excerpt('small', 50, 30, { atom: 'call' }),
  ]

  it('is shortened, largest saving first, until it fits', () => {
    const made = examplePlan(100, last)
    expect(made.kept.map((entry) => entry.kind === 'kept' && [entry.id, entry.form, entry.size, entry.reason])).toEqual(
      [
        ['call', 'full', 10, { kind: 'last-atom' }],
        ['large', 'excerpt', 40, { kind: 'shortened', by: 60 }],
        ['small', 'full', 50, { kind: 'last-atom' }],
      ],
    )
    expect(made.kept[1]).toMatchObject({ content: 'some of large' })
    expect(examplePlan(80, last).budget.used).toBe(80)
  })

  it('is sent in full where it fits', () => {
    expect(examplePlan(160, last).budget.used).toBe(160)
  })

  it('is refused with what is missing after all that can be shortened is', () => {
    expect(exampleRefusal(79, last)).toMatchObject({ code: 'newest-over-limit', overBy: 1 })
  })

  it('never takes a form that is no smaller', () => {
    const odd = [excerpt('odd', 50, 60), excerpt('last', 50, 20, { newestInput: true })].map((each) => ({
      ...each,
      atom: 'one',
    }))
    const made = examplePlan(70, odd)
    expect(made.kept.map((entry) => entry.kind === 'kept' && entry.form)).toEqual(['full', 'excerpt'])
  })
})
