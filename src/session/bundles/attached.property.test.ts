import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { limitOf } from '../../core/budget.ts'
import type { ContextPlan } from '../../core/context-plan.ts'
import { memoryStore } from '../../stores/memory/memory-store.ts'
import type { CallRequest } from '../call-request.ts'
import { planNext, type Session, startSession } from '../example-session.ts'
import type { PlannedCall } from '../plan-call.ts'
import { replay } from '../replay.ts'
import { say } from '../say.ts'
import type { BundleReader, BundleText } from './bundle-reader.ts'

type Bundles = { readonly [name: string]: readonly BundleText[] }

/** Items of a bundle: lengths, depths, and now and then one that has no text. */
const someItems = fc.array(
  fc.record({ length: fc.integer({ min: 0, max: 400 }), depth: fc.integer({ min: 0, max: 3 }), bar: fc.nat(9) }),
  { maxLength: 8 },
)
const twoBundles = fc.tuple(someItems, someItems)
const lengths = fc.array(fc.integer({ min: 1, max: 300 }), { minLength: 1, maxLength: 8 })
const budgets = fc.integer({ min: 350, max: 4000 })

function asBundles([one, two]: [Made, Made], salt = ''): Bundles {
  return { one: itemsOf('one', one, salt), two: itemsOf('two', two, salt) }
}

type Made = readonly { readonly length: number; readonly depth: number; readonly bar: number }[]

function itemsOf(name: string, made: Made, salt: string): readonly BundleText[] {
  return made
    .map(({ length, depth, bar }, at): BundleText => {
      const id = `bundle:${name}:${at}`
      if (bar === 0) return { id, bar: 'missing' }
      return { id, texts: [`${name} ${at} ${salt} ${'x'.repeat(length)}`], depth }
    })
    .toSorted((a, b) => ('bar' in a ? 9 : a.depth) - ('bar' in b ? 9 : b.depth))
}

function reader(bundles: Bundles): BundleReader {
  return { read: async (name) => bundles[name] ?? [] }
}

async function talk(bundles: Bundles, said: readonly number[]): Promise<Session> {
  const session = await startSession(memoryStore())
  for (const [at, length] of said.entries()) await speak(session, at, length)
  return withBundles(session, bundles)
}

async function speak({ engine, branch }: Session, at: number, length: number): Promise<void> {
  await say(engine, branch, { author: 'human', parts: [{ kind: 'text', text: `${at} ${'y'.repeat(length)}` }] })
}

function withBundles(session: Session, bundles: Bundles): Session {
  return { ...session, engine: { ...session.engine, bundles: reader(bundles) } }
}

async function plan(
  session: Session,
  budget: number,
  more: Partial<CallRequest['settings']> = {},
): Promise<PlannedCall> {
  const made = await planNext(session, { budget, settings: { bundles: ['one', 'two'], ...more } })
  if (made.kind === 'refusal') throw new Error(`refused: ${made.code}`)
  return made
}

/** The ids of the bundles' items that a plan decides about, in its order. */
function bundleIds({ kept, leftOut }: ContextPlan): { kept: string[]; leftOut: string[] } {
  const idsIn = (entries: ContextPlan['kept'] | ContextPlan['leftOut']): string[] =>
    entries.flatMap((entry) => ('id' in entry && entry.id.startsWith('bundle:') ? [entry.id] : []))
  return { kept: idsIn(kept), leftOut: idsIn(leftOut) }
}

describe('bundles that go along with a call', () => {
  it('never bring a plan over its limit, and every item of theirs has one outcome', async () => {
    await fc.assert(
      fc.asyncProperty(twoBundles, lengths, budgets, async (made, said, budget) => {
        const bundles = asBundles(made)
        const { plan: first } = await plan(await talk(bundles, said), budget)
        expect(first.budget.used).toBeLessThanOrEqual(limitOf(first.budget))
        const { kept, leftOut } = bundleIds(first)
        const named = Object.values(bundles).flatMap((items) => items.map(({ id }) => id))
        expect([...kept, ...leftOut].toSorted()).toEqual(named.toSorted())
      }),
      { numRuns: 60 },
    )
  })

  it('take no more than their share, and what is too little for a node, where history wants everything', async () => {
    await fc.assert(
      fc.asyncProperty(twoBundles, budgets, async (made, budget) => {
        const node = 300
        const session = await talk(
          asBundles(made),
          Array.from({ length: 20 }, () => node),
        )
        const { plan: first } = await plan(session, budget, { shares: { bundle: 0.25 } })
        const used = first.budget.sections.find(({ section }) => section === 'bundle')?.used ?? 0
        expect(first.truncation.truncated).toBe(true)
        expect(used).toBeLessThanOrEqual(0.25 * limitOf(first.budget) + 2 * node)
      }),
      { numRuns: 40 },
    )
  })

  it('are replayed to the same plan and the same bytes when every text of theirs is another now, or gone', async () => {
    await fc.assert(
      fc.asyncProperty(twoBundles, lengths, budgets, fc.boolean(), async (made, said, budget, isGone) => {
        const session = await talk(asBundles(made), said)
        const call = await plan(session, budget)
        const later = withBundles(session, isGone ? {} : asBundles(made, 'changed'))
        expect(await replay(later.engine, call.plan.id)).toMatchObject({ same: true, where: null })
        const { bundles: _, ...without } = session.engine
        expect(await replay(without, call.plan.id)).toMatchObject({ same: true, where: null })
      }),
      { numRuns: 40 },
    )
  })

  it('stand in the order in which they were read, behind each other', async () => {
    await fc.assert(
      fc.asyncProperty(twoBundles, lengths, budgets, async (made, said, budget) => {
        const bundles = asBundles(made)
        const { plan: first } = await plan(await talk(bundles, said), budget)
        const order = Object.values(bundles).flatMap((items) => items.map(({ id }) => id))
        const places = bundleIds(first).kept.map((id) => order.indexOf(id))
        expect(places).toEqual(places.toSorted((a, b) => a - b))
      }),
      { numRuns: 40 },
    )
  })

  it('leave what was sent as it is when nothing changes and all has room', async () => {
    await fc.assert(
      fc.asyncProperty(twoBundles, lengths, async (made, said) => {
        const session = await talk(asBundles(made), said)
        const before = await plan(session, 100_000)
        await speak(session, 99, 10)
        const after = await plan(session, 100_000)
        expect(bundleIds(after.plan)).toEqual(bundleIds(before.plan))
        expect(after.plan.prefix?.broken ?? null).toBeNull()
      }),
      { numRuns: 40 },
    )
  })

  it('do not take from the history what a cut has freed, so that the next call needs none', async () => {
    const items: readonly BundleText[] = Array.from({ length: 31 }, (_, at) => ({
      id: `bundle:one:${at}`,
      texts: [`${at} ${'x'.repeat(100)}`],
      depth: 0,
    }))
    const session = await talk({ one: items }, [200, 200, 200, 200, 200])
    const before = await plan(session, 3000)
    expect(before.plan.truncation.truncated).toBe(false)
    await speak(session, 5, 6)
    const after = await plan(session, 3000)
    expect(after.plan.truncation.truncated).toBe(false)
    const held = (made: PlannedCall): string[] => bundleIds(made.plan).kept
    expect(held(before)).toEqual(expect.arrayContaining(held(after)))
  })

  it('change in few calls while the history grows, for what stands behind them is cached no more then', async () => {
    const items: readonly BundleText[] = Array.from({ length: 31 }, (_, at) => ({
      id: `bundle:one:${at}`,
      texts: [`${at} ${'x'.repeat(100)}`],
      depth: 0,
    }))
    const session = await talk({ one: items }, [50])
    let breaks = 0
    let held: readonly string[] | undefined
    for (let at = 1; at <= 20; at++) {
      await speak(session, at, 50)
      const now = bundleIds((await plan(session, 3000)).plan).kept
      if (held && held.join() !== now.join()) breaks++
      held = now
    }
    expect(breaks).toBeLessThanOrEqual(5)
  })

  it('are counted like everything else: what a plan says is used is what its items are', async () => {
    await fc.assert(
      fc.asyncProperty(twoBundles, lengths, budgets, async (made, said, budget) => {
        const { plan: first } = await plan(await talk(asBundles(made), said), budget)
        const sizes = first.kept.reduce((sum, { size }) => sum + size, 0)
        expect(first.budget.used).toBe(sizes)
      }),
      { numRuns: 40 },
    )
  })

  it('need no text at all: a conversation without any is planned as ever', async () => {
    const session = await talk({}, [20])
    const { recipe } = await plan(session, 1000)
    expect(recipe.bundles).toBeUndefined()
  })
})
