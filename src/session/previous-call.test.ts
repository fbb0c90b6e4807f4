import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ModelFacts } from '../models/model-facts.ts'
import { memoryStore } from '../stores/memory/memory-store.ts'
import { sqliteStore } from '../stores/sqlite/sqlite-store.ts'
import type { Store } from '../stores/store.ts'
import { createCheckpoint, restoreCheckpoint } from './edits/checkpoints.ts'
import { perform, planNext, type Session, sessionModel, startSession } from './example-session.ts'
import type { PlannedCall } from './plan-call.ts'
import { fork } from './say.ts'

type Terms = Parameters<typeof planNext>[1]

describe.each([
  ['memory', memoryStore],
  ['sqlite', () => sqliteStore(':memory:')],
] as const)('the plan that a call goes on from on a %s store', (_, open) => {
  let store: Store
  let session: Session
  let time: number

  beforeEach(async () => {
    store = open()
    time = 1000
    session = await startSession(store, () => ++time)
    await tell()
  })
  afterEach(() => store.close())

  const tell = (words = 5) => perform(session, { kind: 'ask', length: words })
  async function planned(terms: Terms = {}, from: Session = session): Promise<PlannedCall> {
    const made = await planNext(from, terms)
    if (made.kind === 'refusal') throw new Error(`refused: ${made.code}`)
    return made
  }
  const previousOf = async (terms?: Terms, from?: Session): Promise<string | undefined> =>
    (await planned(terms, from)).recipe.previous?.plan

  it('is the newest for an earlier node, never one for the same', async () => {
    expect(await previousOf()).toBeUndefined()
    const first = await planned()
    expect(await previousOf()).toBeUndefined()
    await tell()
    const second = await planned()
    expect(second.recipe.previous).toMatchObject({
      plan: first.plan.id,
      decisions: first.stored.decisions,
      cold: false,
    })
    await tell()
    expect(await previousOf()).toBe(second.plan.id)
  })

  it('is one with the same model, measure, budget and settings', async () => {
    await planned()
    await tell()
    const others: Terms[] = [
      { budget: 5000 },
      { measure: 'estimate' },
      { model: { ...sessionModel, name: 'other' } },
      { settings: { truncationStrategy: 'rollingWindow' } },
      { settings: { pressure: 0.8 } },
      { settings: { lowWater: 0.4 } },
      { settings: { repeats: 0.4 } },
      { settings: { minimumRecentNodes: 2 } },
      { settings: { shares: {} } },
      { settings: { keep: 'half' } },
    ]
    for (const other of others) expect(await previousOf(other)).toBeUndefined()
    expect(await previousOf({ target: 'anthropic' })).toBeDefined()
  })

  it('is that of the parent on a fork, up to where it left it, until the fork has its own', async () => {
    const first = await planned()
    await tell()
    const main = (await store.branch(session.branch.id)) ?? session.branch
    const aside = { ...session, branch: await fork(session.engine, main, 'aside') }
    await tell()
    await planned()
    expect(await previousOf({}, aside)).toBe(first.plan.id)
    const own = await planned({}, aside)
    await perform(aside, { kind: 'answer', length: 3 })
    expect(await previousOf({}, aside)).toBe(own.plan.id)
  })

  it('is found behind hundreds of newer ones that a restore dropped', async () => {
    const first = await planned()
    await tell()
    await createCheckpoint(session.engine, session.branch, 'here')
    for (let at = 0; at < 80; at++) {
      await tell(1)
      await planned()
    }
    await restoreCheckpoint(session.engine, session.branch, 'here')
    expect(await previousOf()).toBe(first.plan.id)
  })

  it('is one that was made again after a restore dropped it', async () => {
    await planned()
    await tell()
    await createCheckpoint(session.engine, session.branch, 'here')
    const dropped = await planned()
    await tell()
    await planned()
    await restoreCheckpoint(session.engine, session.branch, 'here')
    const again = await planned()
    expect(again.plan.id).toBe(dropped.plan.id)
    await tell()
    expect(await previousOf()).toBe(again.plan.id)
  })

  it('is cold once the provider has forgotten it', async () => {
    const cache: ModelFacts['cache'] = {
      kind: 'automatic',
      minimumTokens: 10,
      lifetimeSeconds: 300,
      maxBreakpoints: 0,
      readMultiplier: 0.1,
      writeMultiplier: 1.25,
    }
    const model = { ...sessionModel, cache }
    await planned({ model })
    await tell()
    time += 299_000
    expect((await planned({ model })).recipe.previous?.cold).toBe(false)
    time += 2000
    expect((await planned({ model })).recipe.previous?.cold).toBe(true)
    await tell()
    time -= 1_000_000
    expect((await planned({ model })).recipe.previous?.cold).toBe(false)
  })

  it('is none where the conversation grew by more than two limits since', async () => {
    await planned({ budget: 1000 })
    const grow = async (by: number): Promise<void> => {
      for (let at = 0; at < by; at++) await perform(session, { kind: 'answer', length: 60 })
    }
    await grow(6)
    expect(await previousOf({ budget: 1000 })).toBeDefined()
    await grow(7)
    expect(await previousOf({ budget: 1000 })).toBeUndefined()
  })

  it('is none that was made for a head off the path', async () => {
    const main = (await store.branch(session.branch.id)) ?? session.branch
    await tell()
    await planned()
    await store.moveBranch(main.id, main.head)
    await tell()
    expect(await previousOf()).toBeUndefined()
  })
})
