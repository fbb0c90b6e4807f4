import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sizeOfParts } from '../core/content/size.ts'
import type { HistoryStrategy } from '../core/plan-input.ts'
import { verify } from '../core/verify.ts'
import { memoryStore } from '../stores/memory/memory-store.ts'
import { sqliteStore } from '../stores/sqlite/sqlite-store.ts'
import { contentsOf } from './contents-of.ts'
import { createCheckpoint, restoreCheckpoint } from './edits/checkpoints.ts'
import { type Act, perform, planNext, type Session, sessionMeasures, startSession } from './example-session.ts'
import { gather } from './gather/gather.ts'
import type { PlannedCall } from './plan-call.ts'
import { replay } from './replay.ts'
import { fork } from './say.ts'

const file = fc.nat(6)
const numbered = fc.boolean()
const length = fc.nat(120)
const act: fc.Arbitrary<Act> = fc.oneof(
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('ask' as const, 'answer' as const), length }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constantFrom('whole', 'lie', 'fail'), file, numbered }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('range' as const),
      file,
      from: fc.nat(60),
      count: fc.integer({ min: 1, max: 20 }),
      numbered,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('write' as const), file, length: fc.nat(30), shown: fc.boolean() }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('edit' as const), file, line: fc.nat(60), more: fc.nat(2) }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('run' as const), command: fc.nat(3), length }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('both' as const), first: file, second: file }) },
)
const acts = fc.array(act, { minLength: 10, maxLength: 45, size: 'max' })

function termsOf(...strategies: HistoryStrategy[]) {
  return fc.record({
    budget: fc.integer({ min: 2500, max: 9000 }),
    measure: fc.constantFrom(...sessionMeasures),
    strategy: fc.constantFrom(...strategies),
    repeats: fc.constantFrom(0.05, 0.5),
  })
}
type Terms = ReturnType<typeof termsOf> extends fc.Arbitrary<infer Given> ? Given : never

async function planUnder(session: Session, { budget, measure, strategy, repeats }: Terms): Promise<PlannedCall | null> {
  const settings = { truncationStrategy: strategy, repeats }
  const limit = measure === 'characters' ? budget : Math.ceil(budget / 4)
  const made = await planNext(session, { budget: limit, measure, settings })
  return made.kind === 'refusal' ? null : made
}

/** Does everything, and plans ahead of each act as an agent would. Returns the calls. */
async function live(
  session: Session,
  given: readonly Act[],
  under: Terms,
  see: (call: PlannedCall, before: PlannedCall | undefined) => Promise<void> = async () => undefined,
): Promise<PlannedCall[]> {
  const calls: PlannedCall[] = []
  for (const each of given) {
    const call = await planUnder(session, under)
    if (call) {
      await see(call, calls.at(-1))
      calls.push(call)
    }
    await perform(session, each)
  }
  return calls
}

interface Sent {
  readonly role: string
  readonly content?: unknown
  readonly tool_calls?: readonly { readonly id: string }[]
  readonly tool_call_id?: string
}

function messagesOf({ rendered }: PlannedCall): readonly Sent[] {
  return (rendered.request as unknown as { messages: readonly Sent[] }).messages
}

/** Every call has its result directly behind it, in order, and every result its call. */
function expectPairs(messages: readonly Sent[]): void {
  const waiting: string[] = []
  for (const { role, tool_calls = [], tool_call_id } of messages) {
    if (role === 'tool') expect(tool_call_id).toBe(waiting.shift())
    else expect(waiting).toEqual([])
    waiting.push(...tool_calls.map(({ id }) => id))
  }
  expect(waiting).toEqual([])
}

/** The last message may go on, as neighbours of one role are one message. */
function expectPrefix(before: readonly Sent[], after: readonly Sent[]): void {
  const end = before.length - 1
  expect(after.slice(0, end)).toEqual(before.slice(0, end))
  expect(after[end]?.role).toBe(before[end]?.role)
  const [was, is] = [before[end], after[end]].map((each) => JSON.stringify(each?.content).slice(1, -1))
  expect(is?.startsWith(was ?? '')).toBe(true)
}

const isCut = ({ plan }: PlannedCall): boolean => plan.truncation.truncated
const carries = ({ plan }: PlannedCall): boolean =>
  plan.kept.some((each) => each.kind === 'kept' && each.section === 'files')
const historyOf = ({ plan }: PlannedCall): string[] =>
  plan.kept.flatMap((each) => (each.kind === 'kept' && each.section === 'history' ? [each.id] : []))

const every: readonly HistoryStrategy[] = ['truncateMiddle', 'rollingWindow', 'keepFirstPair', 'stopAtLimit']
const limits = { interruptAfterTimeLimit: 45_000 }

describe.each([
  ['memory', memoryStore],
  ['sqlite', () => sqliteStore(':memory:')],
] as const)('a session of an agent on a %s store', (_, open) => {
  const inSession = async (check: (session: Session) => Promise<void>): Promise<void> => {
    const session = await startSession(open())
    await perform(session, { kind: 'ask', length: 5 })
    await check(session)
    await session.engine.store.close()
  }

  it('plans every call within the limit, valid for the provider, and the same again', async () => {
    const seen = { calls: 0, cut: 0, changed: 0, carried: 0 }
    await fc.assert(
      fc.asyncProperty(acts, termsOf(...every), (given, under) =>
        inSession(async (session) => {
          const { engine } = session
          const calls = await live(session, given, under, async (call) => {
            const { plan, recipe } = call
            const measure = await engine.loadMeasure(recipe.measure)
            expect(verify(await gather(engine.store, measure, recipe), plan)).toEqual([])
            expect(plan.budget.used).toBeLessThanOrEqual(plan.budget.limit)
            const sizes = [...(await contentsOf(engine.store, plan))].map(([, parts]) => sizeOfParts(parts, measure))
            expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(plan.budget.used)
            expectPairs(messagesOf(call))
            expect((await planUnder(session, under))?.plan.id).toBe(plan.id)
          })
          for (const { plan } of calls) expect(await replay(engine, plan.id)).toMatchObject({ same: true })
          seen.calls += calls.length
          seen.cut += calls.filter(isCut).length
          seen.changed += calls.filter(({ plan }) => plan.moment !== 'none').length
          seen.carried += calls.filter(carries).length
        }),
      ),
      { numRuns: 25, ...limits },
    )
    expect(Math.min(...Object.values(seen))).toBeGreaterThan(20)
  }, 90_000)

  it.each(every)(
    'sends what it sent before ahead of what is new between two moments, by %s',
    async (strategy) => {
      let calm = 0
      await fc.assert(
        fc.asyncProperty(acts, termsOf(strategy), (given, under) =>
          inSession(async (session) => {
            await live(session, given, under, async (call, before) => {
              if (!before || !call.plan.prefix || call.plan.moment !== 'none') return
              expectPrefix(messagesOf(before), messagesOf(call))
              expect(call.plan.prefix.broken).toBeNull()
              calm++
            })
          }),
        ),
        { numRuns: 25, ...limits },
      )
      expect(calm).toBeGreaterThan(50)
    },
    90_000,
  )

  it('brings nothing back that a call before it left out, and goes on from the newest call', async () => {
    await fc.assert(
      fc.asyncProperty(acts, termsOf('truncateMiddle', 'rollingWindow', 'keepFirstPair'), (given, under) =>
        inSession(async (session) => {
          const sent = new Set<string>()
          const gone = new Set<string>()
          await live(session, given, under, async (call, before) => {
            const ids = new Set(historyOf(call))
            if (!call.plan.prefix) gone.clear()
            else expect(call.plan.prefix.previous).toBe(before?.plan.id)
            for (const id of ids) expect(gone.has(id)).toBe(false)
            for (const id of sent) if (!ids.has(id)) gone.add(id)
            for (const id of ids) sent.add(id)
          })
        }),
      ),
      { numRuns: 15, ...limits },
    )
  }, 90_000)

  it('goes on from the parent’s plan on a fork, and from the plan of then after a restore', async () => {
    const some = fc.array(act, { maxLength: 40, size: 'max' })
    await fc.assert(
      fc.asyncProperty(acts, some, some, termsOf('truncateMiddle', 'rollingWindow'), (given, parent, own, under) =>
        inSession(async (session) => {
          await live(session, given, under)
          const then = await planUnder(session, under)
          const main = await session.engine.store.branch(session.branch.id)
          if (!then || !main) return
          await createCheckpoint(session.engine, main, 'then')
          await live(session, parent, under)
          const aside = { ...session, branch: await fork(session.engine, main, 'aside') }
          expect((await planUnder(aside, under))?.rendered.digest).toBe(then.rendered.digest)
          await live(aside, own, under)
          await restoreCheckpoint(session.engine, main, 'then')
          expect((await planUnder(session, under))?.rendered.digest).toBe(then.rendered.digest)
        }),
      ),
      { numRuns: 15, ...limits },
    )
  }, 90_000)
})
