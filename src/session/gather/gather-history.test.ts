import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { characters } from '../../core/content/measure.ts'
import type { Part } from '../../core/content/part.ts'
import type { ContextPlan } from '../../core/context-plan.ts'
import { plan } from '../../core/plan.ts'
import type { HistoryStrategy } from '../../core/plan-input.ts'
import { straight } from '../../history/route.ts'
import { memoryStore } from '../../stores/memory/memory-store.ts'
import type { NewNode, Store } from '../../stores/store.ts'
import { say, startConversation } from '../say.ts'
import { gatherHistory } from './gather-history.ts'

const size = fc.integer({ min: 0, max: 40 })
const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constantFrom('human' as const, 'model' as const), size }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('call' as const),
      size,
      results: fc.array(size, { maxLength: 3 }),
      late: fc.oneof({ weight: 2, arbitrary: fc.constant(0) }, fc.integer({ min: 1, max: 9 })),
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
  | { readonly kind: 'call'; readonly size: number; readonly results: readonly number[]; readonly late: number }
)[]

/** Nodes of a conversation; the results of a call stand so many steps behind it as it is late. */
function nodesOf(steps: Steps): NewNode[] {
  const nodes: NewNode[] = []
  const add = (author: NewNode['author'], parts: readonly Part[]): void => {
    const at = nodes.length
    const id = `01J${String(at).padStart(7, '0')}${String(at * 7919).padStart(16, '0')}`
    nodes.push({ id, parent: nodes.at(-1)?.id ?? null, author, parts, createdAt: at })
  }
  const text = (of: number): Part => ({ kind: 'text', text: 'x'.repeat(of) })
  const due = new Map<number, Part[]>()
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
      due.set(at + each.late, [...(due.get(at + each.late) ?? []), ...results])
    }
    for (const result of due.get(at) ?? []) add('tool', [result])
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
        const revision = await store.mark(marks, 'excluded', true, 0)
        const request = {
          route: straight(head),
          limit,
          perNode,
          minimumRecentNodes,
          revision,
          fillerSize: 0,
          blanksCount: false,
          cuts: null,
          annotations: [],
        }
        const settings = { historyStrategy: strategy, minimumRecentNodes, markerSize: 7, shares: {} }
        const budget = { window: limit, reserved: 0, safety: 0 }
        const within = await gatherHistory(store, characters, { ...request, strategy })
        const whole = await gatherHistory(store, characters, { ...request, strategy: 'stopAtLimit' })
        const planned = [within, whole].map((candidates) =>
          essence(plan({ budget, candidates, settings, measure: characters.id })),
        )
        expect(planned[0]).toEqual(planned[1])
      }),
      { numRuns: 1000 },
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
    const request = {
      route: straight(head),
      limit: 200,
      perNode: 0,
      minimumRecentNodes: 4,
      revision: 0,
      fillerSize: 0,
      blanksCount: false,
      cuts: null,
      annotations: [],
    }
    const candidates = await gatherHistory(store, characters, { ...request, strategy: 'truncateMiddle' })
    expect(candidates.length).toBeLessThan(120)
    expect(candidates.reduce((sum, candidate) => sum + (candidate.stretch?.count ?? 1), 0)).toBe(2000)
    expect(candidates.reduce((sum, { forms }) => sum + forms[0].size, 0)).toBe(20_000)
  })

  it('charges for the results that have to be filled in', async () => {
    const store = memoryStore()
    const nodes = nodesOf([
      { kind: 'human', size: 1 },
      { kind: 'call', size: 1, results: [5, 5], late: 1 },
    ])
    const head = await stored(store, nodes)
    const request = {
      route: straight(head),
      limit: 1000,
      perNode: 0,
      minimumRecentNodes: 4,
      revision: 0,
      strategy: 'truncateMiddle' as const,
    }
    const plain = await gatherHistory(store, characters, {
      ...request,
      fillerSize: 0,
      blanksCount: false,
      cuts: null,
      annotations: [],
    })
    const filled = await gatherHistory(store, characters, {
      ...request,
      fillerSize: 9,
      blanksCount: false,
      cuts: null,
      annotations: [],
    })
    expect((filled[1]?.forms[0].size ?? 0) - (plain[1]?.forms[0].size ?? 0)).toBe(18)
  })

  const call = (results: readonly number[], late = 0): Steps[number] => ({ kind: 'call', size: 5, results, late })
  const models = (count: number): Steps => Array.from({ length: count }, () => ({ kind: 'model', size: 10 }))
  const human = { kind: 'human', size: 10 } as const
  const usual = {
    perNode: 0,
    minimumRecentNodes: 2,
    revision: 0,
    fillerSize: 0,
    blanksCount: false,
    cuts: null,
    annotations: [],
  }

  /** What planning comes to from what is within reach, and from the whole history; the first nodes may be excluded. */
  async function bothWays(steps: Steps, limit: number, strategy: HistoryStrategy, excluded = 0): Promise<unknown[]> {
    const store = memoryStore()
    const nodes = nodesOf(steps)
    const head = await stored(store, nodes)
    const gone = nodes.slice(0, excluded).map(({ id }) => id)
    const revision = await store.mark(gone, 'excluded', true, 0)
    const candidates = await Promise.all(
      [strategy, 'stopAtLimit' as const].map((each) =>
        gatherHistory(store, characters, { ...usual, route: straight(head), limit, revision, strategy: each }),
      ),
    )
    const settings = { historyStrategy: strategy, minimumRecentNodes: 2, markerSize: 7, shares: {} }
    const budget = { window: limit, reserved: 0, safety: 0 }
    return candidates.map((each) => essence(plan({ budget, candidates: each, settings, measure: characters.id })))
  }

  it('reads the whole atom around a newest input far from both ends', async () => {
    const steps = [...models(100), call([5], 3), human, ...models(200)]
    for (const strategy of ['truncateMiddle', 'rollingWindow'] as const) {
      const [within, whole] = await bothWays(steps, 120, strategy)
      expect(within).toEqual(whole)
      expect(JSON.stringify(within)).toContain('newest-input')
    }
  })

  it('reads on where an atom at the edge of the beginning goes on behind it', async () => {
    const large = { kind: 'model', size: 200 } as const
    const small: Steps = Array.from({ length: 29 }, () => ({ kind: 'model', size: 1 }))
    const steps = [...models(12), ...small, call([5], 4), large, large, large, large, ...models(100)]
    const [within, whole] = await bothWays(steps, 120, 'truncateMiddle', 12)
    expect(within).toEqual(whole)
    expect(JSON.stringify(whole)).toContain('beginning')
  })

  it('passes over a newest input that was excluded to the one before it', async () => {
    const store = memoryStore()
    const nodes = nodesOf([human, ...models(3), human, ...models(3)])
    const head = await stored(store, nodes)
    const revision = await store.mark([nodes[4]?.id ?? ''], 'excluded', true, 0)
    const request = { ...usual, revision, route: straight(head), limit: 1000, strategy: 'truncateMiddle' as const }
    const flagged = (await gatherHistory(store, characters, request)).filter(({ newestInput }) => newestInput)
    expect(flagged.map(({ id }) => id)).toEqual([nodes[0]?.id])
    const before = await gatherHistory(store, characters, { ...request, revision: 0 })
    expect(before.filter(({ newestInput }) => newestInput).map(({ id }) => id)).toEqual([nodes[4]?.id])
  })

  it('bars a blank node as empty, but not where white space counts', async () => {
    const store = memoryStore()
    const blank = { parent: null, author: 'model', parts: [{ kind: 'text', text: '\n\n' }], createdAt: 0 } as const
    const head = await stored(store, [{ ...blank, id: '01J0000000ABCDEFGHJKMNPQRS' }])
    const request = { ...usual, route: straight(head), limit: 9, strategy: 'truncateMiddle' as const }
    expect(await gatherHistory(store, characters, request)).toMatchObject([{ bar: 'empty' }])
    const [counted] = await gatherHistory(store, characters, { ...request, blanksCount: true, annotations: [] })
    expect(counted).not.toHaveProperty('bar')
    expect(counted?.forms[0].size).toBe(2)
  })

  it('says so where the head is not in the store', async () => {
    const request = { ...usual, route: straight('nowhere'), limit: 9, strategy: 'truncateMiddle' as const }
    await expect(gatherHistory(memoryStore(), characters, request)).rejects.toMatchObject({
      code: 'node-not-found',
      nodeId: 'nowhere',
    })
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
    const request = {
      route: straight(node.id),
      limit: 100,
      perNode: 0,
      minimumRecentNodes: 4,
      revision: 0,
      fillerSize: 0,
      blanksCount: false,
      cuts: null,
      annotations: [],
    }
    const [only] = await gatherHistory(store, characters, { ...request, strategy: 'rollingWindow' })
    expect(only).toMatchObject({ section: 'input', newestInput: true })
  })
})

function ids(from = 0): () => string {
  let at = from
  return () => `01J0000000${String(at++).padStart(16, '0')}`
}
