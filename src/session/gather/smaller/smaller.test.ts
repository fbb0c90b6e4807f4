import { beforeEach, describe, expect, it } from 'vitest'
import type { ContextPlan } from '../../../core/context-plan.ts'
import type { FileBook } from '../../../core/files/file-book.ts'
import { memoryStore } from '../../../stores/memory/memory-store.ts'
import type { Store } from '../../../stores/store.ts'
import { type Act, perform, planNext, type Session, startSession } from '../../example-session.ts'
import { say } from '../../say.ts'

let store: Store
let session: Session

beforeEach(async () => {
  store = memoryStore()
  session = await startSession(store)
  await perform(session, { kind: 'ask', length: 5 })
})

const terms = { budget: 4000, settings: { repeats: 0.5 } }

async function planned(more: Parameters<typeof planNext>[1] = terms): Promise<ContextPlan> {
  const made = await planNext(session, more)
  if (made.kind === 'refusal') throw new Error(made.code)
  return made.plan
}

/** Does each, and plans ahead of each. */
async function work(...acts: readonly Act[]): Promise<ContextPlan> {
  for (const act of acts) {
    await planned()
    await perform(session, act)
  }
  return await planned()
}

const bookOf = async ({ book = '' }: ContextPlan): Promise<FileBook> =>
  (await store.document(book)) as unknown as FileBook
const usesIn = async (plan: ContextPlan): Promise<unknown> =>
  (await bookOf(plan)).files.map(({ key, uses }) => [key, uses.map(({ kind }) => kind)])
const formsIn = ({ kept }: ContextPlan): string[] => kept.flatMap((each) => (each.kind === 'kept' ? [each.form] : []))
const filesIn = ({ kept }: ContextPlan) =>
  kept.flatMap((each) => (each.kind === 'kept' && each.section === 'files' ? [each] : []))
const runs = (count: number): Act[] =>
  Array.from({ length: count }, (_, at) => ({ kind: 'run', command: at, length: 30 }))
const whole = (file: number): Act => ({ kind: 'whole', file, numbered: true })
const edit = (file: number): Act => ({ kind: 'edit', file, line: 2 })

describe('the book of files', () => {
  it('goes on from plan to plan, and knows each use once', async () => {
    const plan = await work(whole(1), edit(1), { kind: 'answer', length: 3 }, edit(1), whole(0))
    expect(await usesIn(plan)).toEqual([
      ['src/a.ts', ['read']],
      ['a file with spaces.md', ['read', 'edit', 'edit']],
    ])
    expect((await bookOf(plan)).count).toBe(4)
  })

  it('knows each use once where a question was planned for and then said', async () => {
    await work(whole(1), edit(1), { kind: 'answer', length: 3 })
    const question = [{ kind: 'text' as const, text: 'and now?' }]
    const asked = await planned({ ...terms, question })
    await say(session.engine, session.branch, { author: 'human', parts: question })
    const said = await work(edit(1))
    expect((await bookOf(asked)).count).toBe(2)
    expect(await usesIn(said)).toEqual([['a file with spaces.md', ['read', 'edit', 'edit']]])
  })

  it('still knows what was read behind a cut', async () => {
    const plan = await work(whole(1), ...runs(14))
    expect(plan.truncation.truncated).toBe(true)
    expect(await usesIn(plan)).toEqual([['a file with spaces.md', ['read']]])
  })

  it('begins with what is read where there is no plan to go on from', async () => {
    await perform(session, whole(1))
    expect(await usesIn(await planned())).toEqual([['a file with spaces.md', ['read']]])
  })
})

describe('what is offered', () => {
  it('is nothing while nothing presses, though everything was read twice', async () => {
    const plan = await work(whole(0), whole(0))
    expect(plan.moment).toBe('none')
    expect(new Set(formsIn(plan))).toEqual(new Set(['full']))
  })

  it('is a notice for what was read again, between cuts too where it pays', async () => {
    await work(whole(1), whole(1))
    const plan = await work(whole(1))
    expect(plan.moment).toBe('repeats')
    expect(formsIn(plan).filter((form) => form !== 'full')).toHaveLength(2)
    expect(plan.truncation.truncated).toBe(false)
  })

  it('is the files in work at a cut, each with the node that shows it', async () => {
    const plan = await work(whole(1), edit(1), ...runs(14))
    const [file, ...others] = filesIn(plan)
    expect(others).toEqual([])
    expect(file).toMatchObject({ id: 'file:a file with spaces.md', form: 'full', reason: { kind: 'in-work' } })
    expect(JSON.stringify([...(await store.contents([file?.content ?? '']))])).toContain('// changed')
  })

  it('leaves files where they are until the next cut, whatever is done with them', async () => {
    const cut = await work(whole(1), ...runs(14))
    await perform(session, edit(1))
    const next = await planned()
    expect(next.moment).not.toBe('pressure')
    expect(filesIn(next)).toEqual(filesIn(cut))
    expect(next.prefix?.broken).toBeNull()
  })

  it('is no more than the share of files', async () => {
    const settings = { ...terms.settings, shares: { files: 0.1 } }
    const small = { ...terms, settings }
    for (const act of [whole(1), whole(2), whole(3), ...runs(14)]) {
      await planned(small)
      await perform(session, act)
    }
    const plan = await planned(small)
    const taken = filesIn(plan).reduce((sum, { size }) => sum + size, 0)
    expect(taken).toBeLessThanOrEqual(0.1 * plan.budget.limit)
  })

  it('is nothing of a file in a buffer or where files have no share', async () => {
    const none = { ...terms, settings: { ...terms.settings, shares: {} } }
    for (const act of [whole(1), ...runs(14)]) {
      await planned(none)
      await perform(session, act)
    }
    expect(filesIn(await planned(none))).toEqual([])
  })
})
