import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type BranchFact, type CompactionFact, timeOfFact } from './branch-fact.ts'
import { compareEdits, type Edit } from './edit.ts'
import { standAt, standingFacts } from './stand-at.ts'

const edit = (node: string, at: number, content: string, more: Partial<Edit> = {}): BranchFact => ({
  kind: 'edit',
  edit: { node, part: 0, at, kind: 'user', content, ...more },
})
const checkpoint = (name: string, at: number, head: string | null = null): BranchFact => ({
  kind: 'checkpoint',
  name,
  at,
  head,
})
const restore = (at: number, to: string | number): BranchFact => ({ kind: 'restore', at, to })

const contents = (facts: readonly BranchFact[], at: number): string[] =>
  standAt(facts, at).edits.map(({ content }) => content)

describe('how a branch stands', () => {
  it('takes the latest edit of a part, and of equal times the one that was added later', () => {
    const facts = [edit('a', 5, 'second'), edit('a', 3, 'first'), edit('a', 5, 'third')]
    expect(contents(facts, 2)).toEqual([])
    expect(contents(facts, 3)).toEqual(['first'])
    expect(contents(facts, 5)).toEqual(['third'])
  })

  it('orders edits by node, part, and what is within', () => {
    const facts = [
      edit('b', 1, 'b'),
      edit('a', 1, 'a2', { part: 10 }),
      edit('a', 1, 'a1.1', { part: 9, within: 1 }),
      edit('a', 1, 'a1.0', { part: 9, within: 0 }),
    ]
    expect(contents(facts, 1)).toEqual(['a1.0', 'a1.1', 'a2', 'b'])
  })

  it('lets an edit of the whole part take the place of those within it, and the other way round', () => {
    const facts = [
      edit('a', 1, 'within 0', { within: 0 }),
      edit('a', 2, 'within 1', { within: 1 }),
      edit('a', 3, 'whole'),
      edit('a', 4, 'again within 1', { within: 1 }),
    ]
    expect(contents(facts, 2)).toEqual(['within 0', 'within 1'])
    expect(contents(facts, 3)).toEqual(['whole'])
    expect(contents(facts, 4)).toEqual(['again within 1'])
  })

  it('says nothing of a branch on which nothing happened', () => {
    expect(standAt([], 5)).toEqual({ edits: [], range: null, compactions: [], head: null })
  })
})

describe('a restore', () => {
  const facts = [
    edit('a', 10, 'one'),
    checkpoint('early', 20, 'n2'),
    { kind: 'cut', at: 25, range: [2, 5] } as const,
    edit('a', 30, 'two'),
    { kind: 'head', at: 35, node: 'n9' } as const,
    checkpoint('late', 40, 'n9'),
    edit('b', 45, 'three'),
  ]

  it('drops edits, cuts and heads after the checkpoint, and its head is the checkpoint’s', () => {
    expect(standAt([...facts, restore(50, 'early')], 50)).toEqual({
      edits: [{ node: 'a', part: 0, at: 10, kind: 'user', content: 'one' }],
      range: null,
      compactions: [],
      head: 'n2',
    })
  })

  it('leaves what plans of earlier times saw', () => {
    expect(standAt([...facts, restore(50, 'early')], 49)).toEqual(standAt(facts, 49))
  })

  it('to a checkpoint that an earlier restore dropped brings back what stood there', () => {
    const chain = [...facts, restore(50, 'early'), restore(60, 'late')]
    expect(contents(chain, 55)).toEqual(['one'])
    expect(standAt(chain, 60)).toMatchObject({ edits: [{ content: 'two' }], range: [2, 5], head: 'n9' })
  })

  it('to a checkpoint made after an earlier restore keeps that restore', () => {
    const chain = [
      ...facts,
      restore(50, 'early'),
      edit('c', 52, 'four'),
      checkpoint('after', 54, 'n3'),
      edit('c', 56, 'five'),
    ]
    expect(contents([...chain, restore(60, 'after')], 60)).toEqual(['one', 'four'])
  })

  it('to a time takes what stood at that time, also where that is before an earlier restore', () => {
    const chain = [...facts, restore(50, 'early'), restore(60, 49)]
    expect(standAt(chain, 60)).toEqual(standAt(facts, 49))
    expect(contents([...chain, restore(70, 5)], 70)).toEqual([])
    expect(contents([...chain, restore(70, 900)], 70)).toEqual(['two', 'three'])
  })

  it('to a name used twice means the newest that still stands', () => {
    const twice = [...facts, checkpoint('early', 46, 'n5')]
    expect(standAt([...twice, restore(50, 'early')], 50)).toMatchObject({ head: 'n5', range: [2, 5] })
    expect(standAt([...twice, restore(50, 30), restore(60, 'early')], 60)).toMatchObject({ head: 'n2', range: null })
  })

  it('to a name that there is not changes nothing', () => {
    expect(standAt([...facts, restore(50, 'nothing')], 50)).toEqual(standAt(facts, 49))
    expect(standAt([...facts, restore(30, 'late')], 35)).toMatchObject({ edits: [{ content: 'two' }] })
  })
})

describe('a compaction', () => {
  const compaction = (summary: string, at: number): CompactionFact => ({
    kind: 'compaction',
    at,
    from: 'a',
    to: 'b',
    count: 2,
    detours: [],
    summary,
    files: null,
  })
  const standing = (facts: readonly BranchFact[], at: number): string[] =>
    standAt(facts, at).compactions.map(({ summary }) => summary)
  const facts: readonly BranchFact[] = [
    compaction('s1', 10),
    checkpoint('between', 15),
    compaction('s2', 20),
    { kind: 'expansion', at: 30, summary: 's1' },
  ]

  it('stands from its time on until it is undone, beside others', () => {
    expect([9, 10, 20, 30].map((at) => standing(facts, at))).toEqual([[], ['s1'], ['s1', 's2'], ['s2']])
  })

  it('is dropped by a restore to a moment before it, and one undone since stands again', () => {
    expect(standing([...facts, restore(40, 'between')], 40)).toEqual(['s1'])
    expect(standing([...facts, restore(40, 5)], 40)).toEqual([])
  })
})

/** Facts as they may be, with few times, names and parts, so that they meet. */
const fact = fc.oneof(
  {
    weight: 4,
    arbitrary: fc
      .record({ node: fc.constantFrom('a', 'b'), at: fc.nat(30), content: fc.string() })
      .map((e): BranchFact => edit(e.node, e.at, e.content)),
  },
  fc.record({ at: fc.nat(30), to: fc.nat(9) }).map(({ at, to }): BranchFact => ({ kind: 'cut', at, range: [2, to] })),
  fc
    .record({ at: fc.nat(30), node: fc.constantFrom('n1', 'n2', null) })
    .map((h): BranchFact => ({ kind: 'head', ...h })),
  {
    weight: 2,
    arbitrary: fc
      .record({ name: fc.constantFrom('x', 'y'), at: fc.nat(30) })
      .map(({ name, at }) => checkpoint(name, at, `at ${at}`)),
  },
  {
    weight: 2,
    arbitrary: fc
      .record({ at: fc.nat(30), to: fc.oneof(fc.constantFrom('x', 'y', 'z'), fc.nat(35)) })
      .map(({ at, to }) => restore(at, to)),
  },
)

/** What stands, said as plainly as it can be: after each fact in turn, a list of those that stand. */
function plainly(facts: readonly BranchFact[], at: number): readonly BranchFact[] {
  const sorted = facts.filter((each) => timeOfFact(each) <= at).toSorted((a, b) => timeOfFact(a) - timeOfFact(b))
  const states: (readonly BranchFact[])[] = []
  for (const [index, each] of sorted.entries()) {
    const before = states[index - 1] ?? []
    if (each.kind !== 'restore') states.push([...before, each])
    else {
      const named = (list: readonly BranchFact[]): BranchFact | undefined =>
        list.findLast((one) => one.kind === 'checkpoint' && one.name === each.to)
      const target = named(before) ?? named(sorted.slice(0, index))
      const moment = typeof each.to === 'number' ? each.to : target && timeOfFact(target)
      const last = sorted.slice(0, index).findLastIndex((one) => moment !== undefined && timeOfFact(one) <= moment)
      states.push([...(moment === undefined ? before : (states[last] ?? [])), each])
    }
  }
  return states.at(-1) ?? []
}

describe('properties', () => {
  it('stand what stands when said plainly, whatever was restored', () => {
    fc.assert(
      fc.property(fc.array(fact, { maxLength: 40, size: 'max' }), fc.nat(32), (facts, at) => {
        expect(standingFacts(facts, at)).toEqual(plainly(facts, at))
      }),
      { numRuns: 1000 },
    )
  })

  it('a fact added at a later time changes no earlier moment', () => {
    fc.assert(
      fc.property(fc.array(fact, { maxLength: 30 }), fact, fc.nat(30), (facts, later, at) => {
        fc.pre(timeOfFact(later) > at)
        expect(standAt([...facts, later], at)).toEqual(standAt(facts, at))
      }),
    )
  })

  it('one edit at the most stands on each part, in order', () => {
    fc.assert(
      fc.property(fc.array(fact, { maxLength: 30 }), fc.nat(30), (facts, at) => {
        const { edits } = standAt(facts, at)
        expect(edits).toEqual(edits.toSorted(compareEdits))
        expect(new Set(edits.map(({ node, part }) => `${node} ${part}`)).size).toBe(edits.length)
      }),
    )
  })

  it('takes a hundred thousand facts with thousands of restores', () => {
    const facts: BranchFact[] = []
    for (let at = 0; at < 100_000; at++) {
      if (at % 20 === 7) facts.push(checkpoint(at % 40 === 7 ? 'same' : `c${at}`, at))
      else if (at % 20 === 19) facts.push(restore(at, at % 40 === 19 ? 'same' : at - 3))
      else facts.push(edit(`n${at % 977}`, at, String(at)))
    }
    expect(standAt(facts, 100_000).edits.length).toBeGreaterThan(900)
  })
})
