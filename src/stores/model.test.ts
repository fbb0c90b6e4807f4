import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { characters, estimate, type Measure } from '../core/content/measure.ts'
import type { AuthorType, Part } from '../core/content/part.ts'
import { call, result, sampleConversation, sampleId } from '../testing/store-contract/samples.ts'
import { memoryStore } from './memory/memory-store.ts'
import { sqliteStore } from './sqlite/sqlite-store.ts'
import type { NewNode, Store } from './store.ts'

const lengths: Measure = { id: 'lengths', count: (text) => text.length }
const measures = [characters, estimate, lengths] as const

/** A node to append; `up` chooses its parent among what is there, counted back from the newest. */
const node = fc.record({
  up: fc.oneof({ weight: 5, arbitrary: fc.constant(0) }, fc.nat(60)),
  author: fc.constantFrom<AuthorType>('human', 'model', 'model', 'tool', 'system'),
  parts: fc.array(
    fc.oneof(
      fc.string({ maxLength: 12 }).map((text): Part => ({ kind: 'text', text })),
      fc.constantFrom('a', 'b', 'c').map(call),
      fc.constantFrom('a', 'b', 'c', 'd').map(result),
      fc.constant<Part>({ kind: 'image', ref: 'https://example.org/a.png' }),
    ),
    { maxLength: 3 },
  ),
})

const operation = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('append' as const),
      nodes: fc.array(node, { maxLength: 40, size: 'max' }),
      measures: fc.subarray([...measures]),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('fork' as const), up: fc.nat(60) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('mark' as const),
      ups: fc.array(fc.nat(60), { maxLength: 20 }),
      on: fc.boolean(),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('read' as const),
      up: fc.nat(60),
      from: fc.integer({ min: -2, max: 60 }),
      length: fc.nat(60),
      size: fc.integer({ min: -1, max: 900 }),
      perNode: fc.nat(4),
      measure: fc.constantFrom(...measures),
      back: fc.nat(30),
    }),
  },
)

type Operation = typeof operation extends fc.Arbitrary<infer Value> ? Value : never

/** Runs the operations on a store and returns everything it answered. */
async function answers(store: Store, operations: readonly Operation[]): Promise<unknown[]> {
  const [conversation, branch] = sampleConversation(1)
  await store.createConversation(conversation, branch)
  const ids: string[] = []
  const idAt = (up: number): string | undefined => ids[Math.max(0, ids.length - 1 - up)]
  const answered: unknown[] = []
  for (const [at, step] of operations.entries()) {
    if (step.kind === 'append') {
      const nodes = step.nodes.map(({ up, author, parts }): NewNode => {
        const parent = idAt(up) ?? null
        const id = sampleId(ids.length + 1)
        ids.push(id)
        return { id, parent, author, parts, createdAt: ids.length, key: id }
      })
      answered.push(
        await store.append(nodes, { conversation: conversation.id, branch: branch.id, measures: step.measures }),
      )
    } else if (step.kind === 'fork') {
      const head = idAt(step.up) ?? null
      const fork = {
        id: `fork ${at}`,
        conversation: conversation.id,
        name: `fork ${at}`,
        parent: branch.id,
        forkPoint: head,
        head,
        createdAt: at,
      }
      answered.push(await store.createBranch(fork), await store.branches(conversation.id))
    } else if (step.kind === 'mark') {
      const nodes = step.ups.flatMap((up) => idAt(up) ?? [])
      answered.push(await store.mark(nodes, 'excluded', step.on, at))
    } else {
      const head = idAt(step.up)
      if (head === undefined) continue
      const { from, length, measure, size, perNode, back } = step
      answered.push(await store.path(head, from, from + length, measure))
      answered.push(await store.depthOfSize(head, size, perNode, measure))
      const revision = Math.max(0, (await store.markRevision()) - back)
      answered.push(await store.marked(head, from, from + length, measure, revision))
      answered.push(await store.node(head))
      answered.push(await store.imported(conversation.id, [head, 'nothing']))
    }
  }
  const { bytes: _, ...stats } = await store.stats()
  return [...answered, stats, await store.conversations(), await store.branches(conversation.id)]
}

describe('the SQLite store', () => {
  it('answers like the memory store whatever is written and asked', async () => {
    const property = fc.asyncProperty(fc.array(operation, { maxLength: 14, size: 'max' }), async (operations) => {
      const store = sqliteStore(':memory:')
      try {
        expect(await answers(store, operations)).toEqual(await answers(memoryStore(), operations))
      } finally {
        await store.close()
      }
    })
    await fc.assert(property, { numRuns: 150 })
  }, 120_000)
})
