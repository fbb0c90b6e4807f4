import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Candidate } from './candidate.ts'
import { fullSize } from './candidate.ts'
import type { ContextPlan } from './context-plan.ts'
import type { Form } from './form.ts'
import { plan } from './plan.ts'
import type { HistoryStrategy, PlanInput } from './plan-input.ts'
import { verify } from './verify.ts'

const size = fc.integer({ min: 0, max: 60 })
const full = (of: number): [Form] => [{ kind: 'full', size: of }]

/** Steps of a conversation: a message, or a call with so many parallel results, some of which may be late. */
const step = fc.oneof(
  fc.record({
    kind: fc.constant('message' as const),
    author: fc.constantFrom('human' as const, 'model' as const, 'system' as const),
    size,
  }),
  fc.record({
    kind: fc.constant('call' as const),
    size,
    results: fc.array(size, { minLength: 0, maxLength: 3 }),
    late: fc.boolean(),
  }),
)
const bar = fc.option(
  fc.constantFrom('excluded' as const, 'pruned' as const, 'annotation' as const, 'secret' as const, 'empty' as const),
  { nil: undefined, freq: 8 },
)

const history = fc.array(fc.tuple(step, bar), { maxLength: 25 }).map((steps) => {
  const candidates: Candidate[] = []
  const late: Candidate[] = []
  steps.forEach(([each, barred], at) => {
    const id = `n${at}`
    if (each.kind === 'message') {
      candidates.push({
        id,
        section: 'history',
        author: each.author,
        forms: full(each.size),
        ...(barred ? { bar: barred } : {}),
      })
      candidates.push(...late.splice(0))
      return
    }
    candidates.push({ id, section: 'history', author: 'model', atom: id, forms: full(each.size) })
    each.results.forEach((of, result) => {
      const answer: Candidate = { id: `${id}.${result}`, section: 'history', author: 'tool', atom: id, forms: full(of) }
      ;(each.late && result > 0 ? late : candidates).push(answer)
    })
  })
  return [...candidates, ...late]
})

const others = fc.array(
  fc.record({
    section: fc.constantFrom(
      'bundle' as const,
      'retrieved' as const,
      'orientation' as const,
      'summary' as const,
      'files' as const,
      'pins' as const,
    ),
    sizes: fc.tuple(size, size, size),
    score: fc.option(fc.integer({ min: 0, max: 5 }), { nil: undefined }),
    leaseTurns: fc.option(fc.integer({ min: 0, max: 3 }), { nil: undefined }),
  }),
  { maxLength: 8 },
)

const input: fc.Arbitrary<PlanInput> = fc
  .record({
    limit: fc.integer({ min: 0, max: 700 }),
    history,
    others,
    system: fc.array(size, { maxLength: 2 }),
    tools: fc.array(size, { maxLength: 2 }),
    ask: fc.option(size, { nil: undefined }),
    midTurn: fc.option(fc.nat(), { nil: undefined }),
    strategy: fc.constantFrom<HistoryStrategy>('truncateMiddle', 'rollingWindow', 'stopAtLimit'),
    minimumRecentNodes: fc.integer({ min: 0, max: 6 }),
    markerSize: fc.integer({ min: 0, max: 9 }),
    shares: fc.constantFrom({}, { history: 0.5, bundle: 0.5 }, { retrieved: 0.3, orientation: 0.1 }),
  })
  .map((given) => {
    const humans = given.history.filter(({ author, bar: barred }) => author === 'human' && !barred)
    const newest =
      given.ask === undefined && given.midTurn !== undefined
        ? humans[given.midTurn % Math.max(1, humans.length)]
        : undefined
    const candidates: Candidate[] = [
      ...given.tools.map((of, at): Candidate => ({ id: `t${at}`, section: 'tools', forms: full(of) })),
      ...given.system.map((of, at): Candidate => ({ id: `s${at}`, section: 'system', forms: full(of) })),
      ...given.others.map(({ section, sizes, score, leaseTurns }, at): Candidate => {
        const [large, middle, small] = sizes.toSorted((a, b) => b - a) as [number, number, number]
        return {
          id: `o${at}`,
          section,
          forms: [
            { kind: 'full', size: large },
            { kind: 'excerpt', size: middle },
            { kind: 'card', size: small },
          ],
          ...(score === undefined ? {} : { score }),
          ...(leaseTurns === undefined ? {} : { leaseTurns }),
        }
      }),
      ...given.history.map((candidate) => (candidate === newest ? { ...candidate, newestInput: true } : candidate)),
      ...(given.ask === undefined
        ? []
        : [{ id: 'ask', section: 'input' as const, forms: full(given.ask), newestInput: true }]),
    ]
    return {
      budget: { window: given.limit + 10, reserved: 7, safety: 3 },
      candidates,
      settings: {
        historyStrategy: given.strategy,
        minimumRecentNodes: given.minimumRecentNodes,
        markerSize: given.markerSize,
        shares: given.shares,
      },
      measure: 'characters',
    }
  })

function planned(of: PlanInput, check: (made: ContextPlan) => void): void {
  const made = plan(of)
  if (made.kind === 'plan') check(made)
}

const runs = { numRuns: 1500 }

describe('plan', () => {
  it('keeps every invariant, whatever the conversation', () => {
    fc.assert(
      fc.property(input, (given) => planned(given, (made) => expect(verify(given, made)).toEqual([]))),
      runs,
    )
  })

  it('comes to the same bytes for the same input', () => {
    fc.assert(
      fc.property(input, (given) => {
        expect(JSON.stringify(plan(structuredClone(given)))).toBe(JSON.stringify(plan(given)))
      }),
      { numRuns: 300 },
    )
  })

  it('charges exactly what it keeps, and never more than the limit', () => {
    fc.assert(
      fc.property(input, (given) =>
        planned(given, ({ kept, budget }) => {
          expect(kept.reduce((sum, entry) => sum + entry.size, 0)).toBe(budget.used)
          expect(budget.used).toBeLessThanOrEqual(budget.limit)
          expect(budget.sections.reduce((sum, section) => sum + section.used, 0)).toBe(budget.used)
        }),
      ),
      runs,
    )
  })

  it('sends the path in its own order', () => {
    fc.assert(
      fc.property(input, (given) =>
        planned(given, ({ kept }) => {
          const place = new Map(given.candidates.map(({ id }, index) => [id, index]))
          const path = kept.flatMap((entry) =>
            entry.kind === 'kept' && entry.section === 'history' ? [place.get(entry.id) ?? -1] : [],
          )
          expect(path).toEqual(path.toSorted((a, b) => a - b))
        }),
      ),
      runs,
    )
  })

  it('leaves nothing out of the history where everything fits', () => {
    fc.assert(
      fc.property(input, (given) => {
        const all = given.candidates.reduce((sum, candidate) => sum + fullSize(candidate), 0)
        const roomy = { ...given, budget: { window: all, reserved: 0, safety: 0 } }
        planned(roomy, (made) => expect(made.truncation.truncated).toBe(false))
      }),
      { numRuns: 500 },
    )
  })

  it('says how much is missing, marker by marker and span by span', () => {
    fc.assert(
      fc.property(input, (given) =>
        planned(given, ({ kept, leftOut }) => {
          const markers = kept.filter((entry) => entry.kind === 'marker')
          const spans = leftOut.filter((entry) => entry.kind === 'span' && entry.reason.kind === 'over-budget')
          const missing = spans.reduce((sum, span) => sum + (span.kind === 'span' ? span.count : 0), 0)
          const told = markers.reduce((sum, marker) => sum + marker.omitted, 0)
          expect(told).toBeLessThanOrEqual(missing)
        }),
      ),
      runs,
    )
  })

  it('refuses with an excess that a budget larger by it takes away', () => {
    fc.assert(
      fc.property(input, (given) => {
        const made = plan(given)
        if (made.kind !== 'refusal' || made.code !== 'newest-over-limit') return
        const { window, ...rest } = given.budget
        const again = plan({ ...given, budget: { ...rest, window: window + made.overBy } })
        expect(again.kind === 'refusal' && again.code === made.code).toBe(false)
      }),
      runs,
    )
  })
})
