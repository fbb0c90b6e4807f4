import { describe, expect, it } from 'vitest'
import type { Candidate } from '../../core/candidate.ts'
import { characters } from '../../core/content/measure.ts'
import type { AuthorType, FilePart, Part } from '../../core/content/part.ts'
import { sizeOfParts } from '../../core/content/size.ts'
import { exampleInput } from '../../core/example-input.ts'
import { plan } from '../../core/plan.ts'
import type { PlanInput } from '../../core/plan-input.ts'
import { memoryStore } from '../../stores/memory/memory-store.ts'
import { withFirstPairExcerpts } from './first-pair-excerpts.ts'

const text = (length: number, of = 'x'): Part => ({ kind: 'text', text: of.repeat(length) })
const file = (length: number): FilePart => ({ kind: 'file', path: 'a.txt', way: 'mention', text: 'f'.repeat(length) })

const store = memoryStore()

async function node(id: string, author: AuthorType, parts: readonly Part[], atom?: string): Promise<Candidate> {
  const content = await store.putContent(parts)
  const size = sizeOfParts(parts, characters)
  return {
    id,
    section: 'history',
    author,
    forms: [{ kind: 'full', size, content }],
    ...(atom ? { atom } : {}),
  }
}

/** A task and an answer with twenty small messages behind them, under a limit of 1000. */
async function inputOf(task: readonly Part[], answer: readonly Part[], more: Partial<PlanInput['settings']> = {}) {
  const rest = Array.from({ length: 20 }, (_, at) => node(`m${at}`, at % 2 === 0 ? 'human' : 'model', [text(60)]))
  const path = [await node('task', 'human', task), await node('answer', 'model', answer), ...(await Promise.all(rest))]
  return exampleInput(1000, path, { historyStrategy: 'keepFirstPair', markerSize: 0, ...more })
}

/** The excerpts that were offered, by candidate, as their parts. */
async function excerptsOf(input: PlanInput): Promise<ReadonlyMap<string, readonly Part[]>> {
  const given = await withFirstPairExcerpts(store, characters, input)
  const offered = given.candidates.flatMap(({ id, forms }) => {
    const form = forms.find(({ kind }) => kind === 'excerpt')
    return form ? [{ id, form }] : []
  })
  const contents = await store.contents(offered.flatMap(({ form }) => form.content ?? []))
  const parts = offered.map(({ id, form }) => [id, contents.get(form.content ?? '') ?? []] as const)
  for (const { id, form } of offered) expect(form.size).toBe(sizeOfParts(new Map(parts).get(id) ?? [], characters))
  return new Map(parts)
}

describe('withFirstPairExcerpts', () => {
  it('shortens a file in the task first, and leaves what was said as it is', async () => {
    const excerpts = await excerptsOf(await inputOf([text(50), file(5000)], [text(60, 'y')]))
    expect([...excerpts.keys()]).toEqual(['task'])
    const [said, mentioned] = excerpts.get('task') ?? []
    expect(said).toEqual(text(50))
    expect(mentioned).toMatchObject({ kind: 'file', path: 'a.txt' })
    expect(sizeOfParts([...(excerpts.get('task') ?? []), text(60)], characters)).toBeLessThanOrEqual(250)
  })

  it('shortens what was said where that alone is over a quarter of the limit, head and tail kept', async () => {
    const excerpts = await excerptsOf(await inputOf([text(5000)], [text(40, 'y')]))
    const [said] = excerpts.get('task') ?? []
    expect(said).toMatchObject({ text: expect.stringMatching(/^x+\n\[… \d+ characters left out …\]\nx+$/) })
    expect(sizeOfParts(excerpts.get('task') ?? [], characters)).toBeLessThanOrEqual(210)
  })

  it('changes nothing of what a provider has said something about, nor of calls and reasoning', async () => {
    const signed: Part = { ...text(300), provider: { some: { signature: 's' } } }
    const thought: Part = { kind: 'reasoning', text: 'r'.repeat(300) }
    const excerpts = await excerptsOf(await inputOf([text(400)], [signed, thought]))
    expect([...excerpts.keys()]).toEqual(['task'])
    expect(sizeOfParts(excerpts.get('task') ?? [], characters)).toBeGreaterThan(100)
  })

  it('lets a plan keep the first pair within a quarter of the limit', async () => {
    const input = await inputOf([text(50), file(5000)], [text(400, 'y')])
    const made = plan(await withFirstPairExcerpts(store, characters, input))
    if (made.kind === 'refusal') throw new Error(made.code)
    expect(made.kept.slice(0, 2)).toMatchObject([
      { id: 'task', form: 'excerpt', reason: { kind: 'shortened' } },
      { id: 'answer', form: 'excerpt', reason: { kind: 'shortened' } },
    ])
    expect(made.kept.slice(0, 2).reduce((sum, { size }) => sum + size, 0)).toBeLessThanOrEqual(250)
  })

  it('leaves an input as it is where the first pair is small, nothing has to go, or the strategy is another', async () => {
    const same = async (input: PlanInput): Promise<void> =>
      expect(await withFirstPairExcerpts(store, characters, input)).toBe(input)
    await same(await inputOf([text(100)], [text(100)]))
    const large = await inputOf([text(5000)], [text(100)])
    await same({ ...large, budget: { ...large.budget, window: 10_000 } })
    await same(await inputOf([text(5000)], [text(100)], { historyStrategy: 'truncateMiddle' }))
  })

  it('leaves the newest input alone, also where it is the task', async () => {
    const path = [
      { ...(await node('task', 'human', [text(500)])), newestInput: true },
      await node('call', 'model', [text(100)], 'call'),
      await node('result', 'tool', [{ kind: 'tool-result', callId: 'c', content: [file(400)] }], 'call'),
      await node('last', 'model', [text(500)]),
    ]
    const excerpts = await excerptsOf(exampleInput(1000, path, { historyStrategy: 'keepFirstPair' }))
    expect([...excerpts.keys()]).toEqual(['result'])
  })
})
