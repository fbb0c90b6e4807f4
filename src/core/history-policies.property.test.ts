import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Predecessor } from './cache/predecessor.ts'
import type { Candidate } from './candidate.ts'
import type { ContextPlan } from './context-plan.ts'
import type { Kept } from './decision.ts'
import { exampleInput, exampleNode } from './example-input.ts'
import type { Form } from './form.ts'
import { plan } from './plan.ts'
import type { HistoryStrategy, PlanInput } from './plan-input.ts'
import { verify } from './verify.ts'

const size = fc.integer({ min: 1, max: 60 })
/** What is said in one call: a person's message or not, and steps with their results, each with smaller forms or not. */
const growth = fc.record({
  asks: fc.option(size, { nil: undefined, freq: 3 }),
  steps: fc.array(
    fc.record({ own: size, results: fc.array(fc.record({ size, smaller: fc.nat(3) }), { maxLength: 3 }) }),
    { minLength: 1, maxLength: 3 },
  ),
})
const strategies: readonly HistoryStrategy[] = ['truncateMiddle', 'rollingWindow', 'keepFirstPair', 'stopAtLimit']

function settingsFor(...of: readonly HistoryStrategy[]) {
  return fc.record({
    historyStrategy: fc.constantFrom(...of),
    limit: fc.integer({ min: 60, max: 900 }),
    minimumRecentNodes: fc.integer({ min: 0, max: 5 }),
    markerSize: fc.integer({ min: 0, max: 9 }),
    lowWater: fc.constantFrom(0.3, 0.5, 1),
    repeats: fc.constantFrom(0, 0.5),
    system: fc.integer({ min: 0, max: 40 }),
    cold: fc.boolean(),
  })
}
type Settings = ReturnType<typeof settingsFor> extends fc.Arbitrary<infer Given> ? Given : never
const session = fc.array(growth, { minLength: 2, maxLength: 12 })

/** The nodes of one call's growth; `smaller` results offer what a repeat and an output come to. */
function nodesOf({ asks, steps }: typeof growth extends fc.Arbitrary<infer T> ? T : never, at: number): Candidate[] {
  const ask = asks === undefined && at > 0 ? [] : [contentOf(`${at}.ask`, asks ?? 5, { author: 'human' })]
  return [
    ...ask,
    ...steps.flatMap(({ own, results }, step) => {
      const atom = `${at}.${step}`
      const answers = results.map((result, index) => ({ id: `${atom}.${index}`, ...result }))
      return [
        contentOf(atom, own, { author: 'model', atom }),
        ...answers.map((result) =>
          withForms(contentOf(result.id, result.size, { author: 'tool', atom }), result.smaller),
        ),
      ]
    }),
  ]
}

function contentOf(id: string, of: number, more: Partial<Candidate>): Candidate {
  return exampleNode(id, of, { ...more, forms: [{ kind: 'full', size: of, content: `${id} full` }] })
}

function withForms(candidate: Candidate, smaller: number): Candidate {
  const [full] = candidate.forms
  const excerpt: Form = {
    kind: 'excerpt',
    size: Math.ceil(full.size / 2),
    content: `${candidate.id} out`,
    by: 'output',
  }
  return smaller % 2 === 1 ? { ...candidate, forms: [full, excerpt] } : candidate
}

/** Older results that say the same as the newest of their kind get a notice that points at it. */
function withRepeats(history: readonly Candidate[]): Candidate[] {
  const newest = new Map<number, Candidate>()
  return history
    .toReversed()
    .map((candidate) => {
      const [full] = candidate.forms
      if (candidate.author !== 'tool') return candidate
      const target = newest.get(full.size % 7)
      newest.set(full.size % 7, target ?? candidate)
      if (!target || target.atom === candidate.atom) return candidate
      const content = `${candidate.id} see ${target.id}`
      const notice: Form = {
        kind: 'notice',
        size: Math.floor(full.size / 3),
        content,
        pointsTo: [target.id],
        by: 'repeat',
      }
      const forms: Candidate['forms'] = notice.size < full.size ? [...candidate.forms, notice] : candidate.forms
      return { ...candidate, forms }
    })
    .reverse()
}

/** What the next call sees of a history: what was cut is a stretch, what was sent otherwise than in full stays so. */
function carriedOn(history: readonly Candidate[], { kept, leftOut }: ContextPlan): Candidate[] {
  let next = [...history]
  for (const span of leftOut) {
    if (span.kind !== 'span') continue
    const from = next.findIndex(({ id, stretch }) => (stretch?.from ?? id) === span.from)
    const to = next.findIndex(({ id, stretch }) => (stretch?.to ?? id) === span.to)
    const behind = kept.findIndex((each) => each.kind === 'kept' && each.id === next[to + 1]?.id)
    const marked = kept[behind - 1]?.kind === 'marker'
    const stretch = { from: span.from, to: span.to, count: span.count, cut: true, marked } as const
    next.splice(from, to - from + 1, exampleNode(`${span.from}…${span.to}`, span.size, { stretch }))
  }
  const sent = new Map(kept.flatMap((each) => (each.kind === 'kept' ? [[each.id, each] as const] : [])))
  next = next.map((candidate) => asSent(candidate, sent.get(candidate.id)))
  return next
}

function asSent(candidate: Candidate, entry: Kept | undefined): Candidate {
  const [full, ...others] = candidate.forms
  const forms: Candidate['forms'] = [full, ...others.filter(({ by }) => by === 'output')]
  if (!entry || entry.form === 'full' || candidate.stretch) return { ...candidate, forms }
  const { form: kind, size: of, content, pointsTo } = entry
  const before = { kind, size: of, ...(content ? { content } : {}), ...(pointsTo ? { pointsTo } : {}), by: 'previous' }
  return { ...candidate, forms: [...forms, before as Form] }
}

interface Seen {
  readonly input: PlanInput
  readonly made: ContextPlan
  readonly before: ContextPlan | undefined
}

/** Plans a session call by call, each on the one before. Ends where it is refused. */
function live(
  growths: typeof session extends fc.Arbitrary<infer T> ? T : never,
  given: Settings,
  see: (at: Seen) => void,
) {
  const { limit, system, cold, ...settings } = given
  let history: Candidate[] = []
  let before: ContextPlan | undefined
  for (const [at, each] of growths.entries()) {
    history = [...history, ...nodesOf(each, at)]
    const last = history.findLastIndex(({ author }) => author === 'human')
    const flagged = withRepeats(history).map((one, index) => (index === last ? { ...one, newestInput: true } : one))
    const prompt: Candidate = { id: 's', section: 'system', forms: [{ kind: 'full', size: system, content: 's' }] }
    const previous: Predecessor | undefined = before && { plan: before.id, kept: before.kept, cold, prices: null }
    const input = { ...exampleInput(limit, [prompt, ...flagged], settings), ...(previous ? { previous } : {}) }
    const made = plan(input)
    if (made.kind === 'refusal') return
    see({ input, made, before })
    history = carriedOn(history, made)
    before = made
  }
}

const bytesOf = ({ kept }: ContextPlan): unknown[] =>
  kept.map((each) => (each.kind === 'marker' ? each : [each.id, each.form, each.size, each.content]))
const idsOf = ({ kept }: ContextPlan): Set<string> =>
  new Set(kept.flatMap((each) => (each.kind === 'kept' ? [each.id] : [])))
const runs = { numRuns: 600, interruptAfterTimeLimit: 20_000 }

describe('planning call by call', () => {
  it('keeps every invariant, and no notice stands without what it points at', () => {
    let notices = 0
    fc.assert(
      fc.property(session, settingsFor(...strategies), (growths, given) =>
        live(growths, given, ({ input, made }) => {
          expect(verify(input, made)).toEqual([])
          expect(made.budget.used).toBeLessThanOrEqual(made.budget.limit)
          const ids = idsOf(made)
          for (const each of made.kept) {
            if (each.kind !== 'kept' || !each.pointsTo) continue
            notices++
            for (const id of each.pointsTo) expect(ids.has(id)).toBe(true)
          }
        }),
      ),
      runs,
    )
    expect(notices).toBeGreaterThan(100)
  })

  it('comes to the same plan for the same input, and to the same request again where nothing was said', () => {
    fc.assert(
      fc.property(session, settingsFor('truncateMiddle', 'rollingWindow', 'stopAtLimit'), (growths, given) =>
        live(growths, { ...given, cold: false }, ({ input, made }) => {
          expect(plan(structuredClone(input))).toEqual(made)
          if (made.moment !== 'none') return
          const history = input.candidates.filter(({ section }) => section === 'history')
          const others = input.candidates.filter(({ section }) => section !== 'history')
          const previous = { plan: made.id, kept: made.kept, cold: false, prices: null }
          const again = plan({ ...input, candidates: [...others, ...carriedOn(history, made)], previous })
          expect(again.kind === 'plan' && bytesOf(again)).toEqual(bytesOf(made))
        }),
      ),
      runs,
    )
  })

  it.each(strategies)('sends everything as it was between two moments, by %s', (strategy) => {
    fc.assert(
      fc.property(session, settingsFor(strategy), (growths, given) =>
        live(growths, given, ({ made, before }) => {
          if (!before || made.moment !== 'none') return
          expect(bytesOf(made).slice(0, before.kept.length)).toEqual(bytesOf(before))
          expect(made.prefix?.broken).toBeNull()
          expect(made.prefix?.shared).toBe(before.budget.used)
        }),
      ),
      runs,
    )
  })

  it.each(strategies)('leaves out what was left out, by %s', (strategy) => {
    fc.assert(
      fc.property(session, settingsFor(strategy), (growths, given) => {
        const gone = new Set<string>()
        const seen = new Set<string>()
        live(growths, given, ({ made }) => {
          const ids = idsOf(made)
          for (const id of ids) expect(gone.has(id)).toBe(false)
          for (const id of ids) seen.add(id)
          for (const id of seen) if (!ids.has(id)) gone.add(id)
        })
      }),
      runs,
    )
  })

  it.each(['truncateMiddle', 'rollingWindow'] as const)('cuts down to the low-water mark, by %s', (strategy) => {
    let cuts = 0
    fc.assert(
      fc.property(session, settingsFor(strategy), (growths, given) =>
        live(growths, given, ({ input, made, before }) => {
          const isCut = made.leftOut.some(({ kind }) => kind === 'span')
          if (!before || made.moment !== 'pressure' || !isCut || !hasCutMore(before, made)) return
          const free = made.kept.filter((each) => each.kind === 'kept' && !firm.has(each.reason.kind))
          const markers = made.kept.filter(({ kind }) => kind === 'marker')
          const held = made.kept.filter((each) => each.kind === 'kept' && firm.has(each.reason.kind))
          const room = made.budget.limit - sumOf(held)
          expect(sumOf(free)).toBeLessThanOrEqual((input.settings.lowWater ?? 0.5) * room)
          expect(sumOf(markers)).toBeLessThanOrEqual(room - sumOf(free))
          cuts++
        }),
      ),
      runs,
    )
    expect(cuts).toBeGreaterThan(50)
  })
})

/** Reasons of what is kept whatever the room. */
const firm: ReadonlySet<string> = new Set(['required', 'newest-input', 'last-atom', 'shortened'])

function hasCutMore(before: ContextPlan, after: ContextPlan): boolean {
  const count = ({ leftOut }: ContextPlan): number =>
    leftOut.reduce((sum, each) => sum + (each.kind === 'span' ? each.count : 0), 0)
  return count(after) > count(before)
}

function sumOf(entries: ContextPlan['kept']): number {
  return entries.reduce((sum, each) => sum + each.size, 0)
}
