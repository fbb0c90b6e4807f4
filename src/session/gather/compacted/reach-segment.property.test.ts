import fc from 'fast-check'
import { expect, it } from 'vitest'
import { characters } from '../../../core/content/measure.ts'
import type { Part } from '../../../core/content/part.ts'
import { plan } from '../../../core/plan.ts'
import type { HistoryStrategy } from '../../../core/plan-input.ts'
import { straight } from '../../../history/route.ts'
import { memoryStore } from '../../../stores/memory/memory-store.ts'
import type { NewNode } from '../../../stores/store.ts'
import { exampleEngine } from '../../example-engine.ts'
import { startConversation } from '../../say.ts'
import { gatherHistory } from '../gather-history.ts'
import type { Compacted } from './compacted.ts'

const session = fc.record({
  steps: fc.array(fc.record({ kind: fc.constantFrom('human', 'model', 'call'), size: fc.nat(40) }), {
    minLength: 3,
    maxLength: 100,
  }),
  ranges: fc.array(fc.tuple(fc.nat(99), fc.nat(30)), { minLength: 1, maxLength: 3 }),
  excluded: fc.array(fc.nat(), { maxLength: 4 }),
  limit: fc.integer({ min: 1, max: 600 }),
  minimumRecentNodes: fc.integer({ min: 0, max: 8 }),
  strategy: fc.constantFrom<HistoryStrategy>('truncateMiddle', 'rollingWindow'),
})

type Step = { readonly kind: string; readonly size: number }

function nodesOf(steps: readonly Step[]): { readonly nodes: NewNode[]; readonly starts: number[] } {
  const nodes: NewNode[] = []
  const starts: number[] = []
  const add = (author: NewNode['author'], part: Part): void => {
    const at = nodes.length
    const id = `01J${String(at).padStart(7, '0')}${String(at * 7919).padStart(16, '0')}`
    nodes.push({ id, parent: nodes.at(-1)?.id ?? null, author, parts: [part], createdAt: at })
  }
  for (const [at, { kind, size }] of steps.entries()) {
    starts.push(nodes.length)
    if (kind !== 'call') add(kind === 'human' ? 'human' : 'model', { kind: 'text', text: 'x'.repeat(size) })
    else {
      const result = [{ kind: 'text' as const, text: 'r'.repeat(size) }]
      add('model', { kind: 'tool-call', callId: `c${at}`, name: 't', input: {} })
      add('tool', { kind: 'tool-result', callId: `c${at}`, content: result })
    }
  }
  return { nodes, starts: [...starts, nodes.length] }
}

/** Ranges of whole steps that leave the newest input and the last step alone. */
function compactedIn(
  { nodes, starts }: ReturnType<typeof nodesOf>,
  ranges: readonly (readonly [number, number])[],
): Compacted[] {
  const newest = nodes.findLastIndex(
    ({ author, parts: [part] }) => author === 'human' && part?.kind === 'text' && part.text !== '',
  )
  const found: Compacted[] = []
  for (const [first, length] of ranges.toSorted((a, b) => a[0] - b[0])) {
    const last = Math.min(starts.length - 3, first + length)
    const start = starts[first]
    const end = (starts[last + 1] ?? 0) - 1
    const isFree = start !== undefined && end >= start && start > (found.at(-1)?.end ?? -1)
    if (!isFree || (start <= newest && newest <= end)) continue
    const [from, to] = [nodes[start]?.id ?? '', nodes[end]?.id ?? '']
    found.push({ start, end, from, to, count: end - start + 1, summary: `s${start}`, content: '', files: null })
  }
  return found
}

it('plans from what the limit can reach around summaries as from the whole history', async () => {
  await fc.assert(
    fc.asyncProperty(session, async ({ steps, ranges, excluded, limit, minimumRecentNodes, strategy }) => {
      const store = memoryStore()
      const path = nodesOf(steps)
      const { nodes } = path
      const { conversation, branch } = await startConversation(exampleEngine(store, 1_000_000))
      await store.append(nodes, { conversation: conversation.id, branch: branch.id, measures: [characters] })
      const marks = excluded.map((at) => nodes[at % nodes.length]?.id ?? '')
      const request = {
        route: straight(nodes.at(-1)?.id ?? ''),
        limit,
        perNode: 1,
        minimumRecentNodes,
        revision: await store.mark(marks, 'excluded', true, 0),
        fillerSize: 0,
        blanksCount: false,
        cuts: null,
        compacted: compactedIn(path, ranges),
        annotations: [],
      }
      const settings = { historyStrategy: strategy, minimumRecentNodes, markerSize: 7, shares: {} }
      const budget = { window: limit, reserved: 0, safety: 0 }
      const made = []
      for (const reached of [strategy, 'stopAtLimit'] as const) {
        const candidates = (await gatherHistory(store, characters, { ...request, strategy: reached })).filter(
          ({ bar }) => bar !== 'summarised',
        )
        const decided = plan({ budget, candidates, settings, measure: characters.id })
        made.push(decided.kind === 'refusal' ? decided : { kept: decided.kept, truncation: decided.truncation })
      }
      expect(made[0]).toEqual(made[1])
    }),
    { numRuns: 600 },
  )
})
