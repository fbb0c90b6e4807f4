import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { characters } from '../core/content/measure.ts'
import type { Part } from '../core/content/part.ts'
import type { ContextPlan } from '../core/context-plan.ts'
import { plan } from '../core/plan.ts'
import type { HistoryStrategy } from '../core/plan-input.ts'
import { memoryStore } from '../stores/memory/memory-store.ts'
import type { NewNode, Store } from '../stores/store.ts'
import { gatherHistory } from './gather-history.ts'
import { say, startConversation } from './say.ts'

const size = fc.integer({ min: 0, max: 40 })
const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constantFrom('human' as const, 'model' as const), size }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('call' as const),
      size,
      results: fc.array(size, { maxLength: 3 }),
      late: fc.boolean(),
    }),
  },
)
const conversation = fc.record({
  steps: fc.array(step, { minLength: 1, maxLength: 120 }),
  excluded: fc.array(fc.nat(), { maxLength: 6 }),
  limit: fc.integer({ min: 1, max: 600 }),
  perNode: fc.integer({ min: 0, max: 3 }),
  minimumRecentNodes: fc.integer({ min: 0, max: 8 }),
  strategy: fc.constantFrom<HistoryStrategy>('truncateMiddle', 'rollingWindow'),
})

type Steps = readonly (
  | { readonly kind: 'human' | 'model'; readonly size: number }
  | { readonly kind: 'call'; readonly size: number; readonly results: readonly number[]; readonly late: boolean }
)[]

function nodesOf(steps: Steps): NewNode[] {
  const nodes: NewNode[] = []
  const add = (author: NewNode['author'], parts: readonly Part[]): void => {
    const at = nodes.length
    const id = `01J${String(at).padStart(7, '0')}${String(at * 7919).padStart(16, '0')}`
    nodes.push({ id, parent: nodes.at(-1)?.id ?? null, author, parts, createdAt: at })
  }
  const text = (of: number): Part => ({ kind: 'text', text: 'x'.repeat(of) })
  const late: Part[] = []
  steps.forEach((each, at) => {
    if (each.kind !== 'call') add(each.kind, [text(each.size)])
    else {
      const callIds = each.results.map((_, result) => `c${at}.${result}`)
      add('model', [
        text(each.size),
        ...callIds.map((callId): Part => ({ kind: 'tool-call', callId, name: 't', input: {} })),
      ])
      const results = each.results.map(
        (of, result): Part => ({
          kind: 'tool-result',
          callId: `c${at}.${result}`,
          content: [{ kind: 'text', text: 'r'.repeat(of) }],
        }),
      )
      if (each.late) late.push(...results)
      else for (const result of results) add('tool', [result])
    }
    if (each.kind === 'human') for (const result of late.splice(0)) add('tool', [result])
  })
  return nodes
}

async function stored(store: Store, nodes: readonly NewNode[]): Promise<string> {
  let id = 0
  const engine = {
    store,
    loadMeasure: async () => characters,
    newId: () => `01K${String(id++).padStart(23, '0')}`,
    now: () => 0,
  }
  const { conversation: made, branch } = await startConversation(engine)
  await store.append(nodes, { conversation: made.id, branch: branch.id, measures: [characters] })
  return nodes.at(-1)?.id ?? ''
}

/** What is sent, and the spans that are not: the same however much of the path was read. */
function essence(made: ReturnType<typeof plan>): unknown {
  if (made.kind === 'refusal') return made
  const spans = made.leftOut.filter((entry) => entry.kind === 'span' && entry.reason.kind === 'over-budget')
  return { kept: (made as ContextPlan).kept, spans, truncation: made.truncation }
}

describe('gatherHistory', () => {
  it('plans from what the limit can reach as from the whole history', async () => {
    await fc.assert(
      fc.asyncProperty(conversation, async ({ steps, excluded, limit, perNode, minimumRecentNodes, strategy }) => {
        const store = memoryStore()
        const nodes = nodesOf(steps)
        const head = await stored(store, nodes)
        const marks = excluded.map((at) => nodes[at % nodes.length]?.id ?? '')
        const markRevision = await store.mark(marks, 'excluded', true, 0)
        const request = { head, limit, perNode, minimumRecentNodes, markRevision, fillerSize: 0 }
        const settings = { historyStrategy: strategy, minimumRecentNodes, markerSize: 7, shares: {} }
        const budget = { window: limit, reserved: 0, safety: 0 }
        const within = await gatherHistory(store, characters, { ...request, strategy })
        const whole = await gatherHistory(store, characters, { ...request, strategy: 'stopAtLimit' })
        const planned = [within, whole].map((candidates) =>
          essence(plan({ budget, candidates, settings, measure: characters.id })),
        )
        expect(planned[0]).toEqual(planned[1])
      }),
      { numRuns: 400 },
    )
  })

  it('reads a window of a long history, and stands the rest for one stretch', async () => {
    const store = memoryStore()
    const nodes = nodesOf(
      Array.from({ length: 2000 }, (_, at) => ({
        kind: at % 2 === 0 ? ('human' as const) : ('model' as const),
        size: 10,
      })),
    )
    const head = await stored(store, nodes)
    const request = { head, limit: 200, perNode: 0, minimumRecentNodes: 4, markRevision: 0, fillerSize: 0 }
    const candidates = await gatherHistory(store, characters, { ...request, strategy: 'truncateMiddle' })
    expect(candidates.length).toBeLessThan(120)
    expect(candidates.reduce((sum, candidate) => sum + (candidate.stretch?.count ?? 1), 0)).toBe(2000)
    expect(candidates.reduce((sum, { forms }) => sum + forms[0].size, 0)).toBe(20_000)
  })

  it('charges for the results that have to be filled in', async () => {
    const store = memoryStore()
    const nodes = nodesOf([
      { kind: 'human', size: 1 },
      { kind: 'call', size: 1, results: [5, 5], late: true },
    ])
    const head = await stored(store, nodes)
    const request = {
      head,
      limit: 1000,
      perNode: 0,
      minimumRecentNodes: 4,
      markRevision: 0,
      strategy: 'truncateMiddle' as const,
    }
    const plain = await gatherHistory(store, characters, { ...request, fillerSize: 0 })
    const filled = await gatherHistory(store, characters, { ...request, fillerSize: 9 })
    expect((filled[1]?.forms[0].size ?? 0) - (plain[1]?.forms[0].size ?? 0)).toBe(18)
  })

  it('gives the newest input a section of its own where nothing follows it', async () => {
    const store = memoryStore()
    const engine = {
      store,
      loadMeasure: async () => characters,
      newId: () => '01J0000000ABCDEFGHJKMNPQRS',
      now: () => 0,
    }
    const { branch } = await startConversation({ ...engine, newId: ids() })
    const node = await say({ ...engine, newId: ids(9) }, branch, {
      author: 'human',
      parts: [{ kind: 'text', text: 'hello' }],
    })
    const request = { head: node.id, limit: 100, perNode: 0, minimumRecentNodes: 4, markRevision: 0, fillerSize: 0 }
    const [only] = await gatherHistory(store, characters, { ...request, strategy: 'rollingWindow' })
    expect(only).toMatchObject({ section: 'input', newestInput: true })
  })
})

function ids(from = 0): () => string {
  let at = from
  return () => `01J0000000${String(at++).padStart(16, '0')}`
}
