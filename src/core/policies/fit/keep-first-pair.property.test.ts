import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Candidate } from '../../candidate.ts'
import { exampleInput, exampleNode } from '../../example-input.ts'
import { plan } from '../../plan.ts'
import type { HistoryKeep, PlanInput } from '../../plan-input.ts'
import { verify } from '../../verify.ts'

const size = fc.integer({ min: 0, max: 60 })
const turn = fc.record({
  asks: fc.array(size, { minLength: 1, maxLength: 2 }),
  calls: fc.array(fc.array(size, { minLength: 1, maxLength: 3 }), { maxLength: 3 }),
  answer: fc.option(size, { nil: undefined }),
})
const turns = fc.array(turn, { minLength: 1, maxLength: 10 }).map((given) => given.flatMap(nodesOf))
const settings = fc.record({
  limit: fc.integer({ min: 0, max: 900 }),
  markerSize: fc.integer({ min: 0, max: 9 }),
  keep: fc.constantFrom<HistoryKeep[]>('auto', 'half', 'quarter', 'lastTwo', 'none'),
})

function nodesOf(
  { asks, calls, answer }: typeof turn extends fc.Arbitrary<infer T> ? T : never,
  at: number,
): Candidate[] {
  return [
    ...asks.map((of, ask) => exampleNode(`${at}.u${ask}`, of, { author: 'human', forms: formsOf(of) })),
    ...calls.flatMap(([own = 0, ...results], call) => {
      const atom = `${at}.c${call}`
      return [
        exampleNode(atom, own, { author: 'model', atom }),
        ...results.map((of, result) => exampleNode(`${atom}.${result}`, of, { author: 'tool', atom })),
      ]
    }),
    ...(answer === undefined ? [] : [exampleNode(`${at}.a`, answer, { author: 'model', forms: formsOf(answer) })]),
  ]
}

function formsOf(of: number): Candidate['forms'] {
  return [
    { kind: 'full', size: of },
    { kind: 'excerpt', size: Math.floor(of / 3) },
  ]
}

function inputOf(
  history: readonly Candidate[],
  { limit, ...more }: { limit: number } & Partial<PlanInput['settings']>,
) {
  const last = history.findLastIndex(({ author }) => author === 'human')
  const candidates = history.map((each, at) => (at === last ? { ...each, newestInput: true } : each))
  return exampleInput(limit, candidates, { historyStrategy: 'keepFirstPair', ...more })
}

type Made = Extract<ReturnType<typeof plan>, { kind: 'plan' }>

function idsOf(made: Made): Set<string> {
  return new Set(made.kept.flatMap((entry) => (entry.kind === 'kept' ? [entry.id] : [])))
}

/** The history as the next call sees it: each span that was left out is one stretch that stays out. */
function after(history: readonly Candidate[], made: Made): Candidate[] {
  const next = [...history]
  for (const span of made.leftOut) {
    if (span.kind !== 'span') continue
    const from = next.findIndex(({ id, stretch }) => (stretch?.from ?? id) === span.from)
    const to = next.findIndex(({ id, stretch }) => (stretch?.to ?? id) === span.to)
    const stretch = { from: span.from, to: span.to, count: span.count, cut: true } as const
    next.splice(from, to - from + 1, exampleNode(`${span.from}…${span.to}`, span.size, { stretch }))
  }
  return next
}

const runs = { numRuns: 1500 }

describe('keepFirstPair', () => {
  it('keeps every invariant, no atom split and never over the limit, or refuses', () => {
    fc.assert(
      fc.property(turns, settings, (history, given) => {
        const input = inputOf(history, given)
        const made = plan(input)
        if (made.kind === 'refusal') return
        expect(verify(input, made)).toEqual([])
        expect(made.kept.filter(({ kind }) => kind === 'marker').length).toBeLessThanOrEqual(1)
      }),
      runs,
    )
  })

  it('keeps the first pair wherever it fits beside what may never go', () => {
    fc.assert(
      fc.property(turns, settings, (history, given) => {
        const made = plan(inputOf(history, given))
        if (made.kind === 'refusal') return
        const pair = [...history.slice(0, history.findIndex(isModels)), ...answerOf(history)]
        const lastAsk = history.findLast(({ author }) => author === 'human')
        const last = history.at(-1)
        const isHeld = (id: string, atom?: string): boolean =>
          id === lastAsk?.id || (atom ?? id) === (last?.atom ?? last?.id)
        const ids = new Set(history.flatMap(({ id, atom }) => (isHeld(id, atom) ? [id] : [])))
        const needed = pair.reduce((sum, { id, forms }) => sum + (ids.has(id) ? 0 : forms[0].size), 0)
        const taken = made.kept.reduce(
          (sum, each) => sum + (each.kind === 'kept' && ids.has(each.id) ? each.size : 0),
          0,
        )
        const passed = pair.slice(1, pair.findIndex(isModels)).reduce((sum, { forms }) => sum + forms[0].size, 0)
        if (needed + taken > given.limit || passed > Math.floor(given.limit / 4)) return
        for (const { id } of pair) expect(idsOf(made)).toContain(id)
      }),
      runs,
    )
  })

  it('brings nothing back that was cut, call after call, and repeats itself where nothing was said', () => {
    fc.assert(
      fc.property(fc.array(turns, { minLength: 2, maxLength: 6 }), settings, (parts, given) => {
        let history: Candidate[] = []
        for (const [part, more] of parts.entries()) {
          history = [...history, ...more.map((each) => renamed(each, `${part}/`))]
          const made = plan(inputOf(history, given))
          if (made.kind === 'refusal') return
          const sent = idsOf(made)
          for (const { id, stretch } of history) if (stretch) expect(sent.has(id)).toBe(false)
          history = after(history, made)
          const again = plan(inputOf(history, given))
          expect(again.kind === 'plan' && again.kept.map(bytesOf)).toEqual(made.kept.map(bytesOf))
        }
      }),
      { numRuns: 500 },
    )
  })
})

function bytesOf(entry: Made['kept'][number]): unknown {
  return entry.kind === 'kept' ? [entry.id, entry.form] : entry
}

function renamed({ atom, ...candidate }: Candidate, prefix: string): Candidate {
  const named = { ...candidate, id: prefix + candidate.id }
  return atom === undefined ? named : { ...named, atom: prefix + atom }
}

/** The first answer of a model, with its results. */
function answerOf(history: readonly Candidate[]): Candidate[] {
  const answer = history.find(isModels)
  return history.filter(({ id, atom }) => (atom ?? id) === answer?.id)
}

function isModels({ author }: Candidate): boolean {
  return author === 'model'
}
