import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { estimate } from '../../core/content/measure.ts'
import { exportLines } from '../../formats/heddle/export.ts'
import { heddle } from '../../formats/heddle/heddle.ts'
import { textSource } from '../../formats/text-source.ts'
import type { Conversation } from '../../history/conversation.ts'
import type { Node } from '../../history/node.ts'
import { memoryStore } from '../../stores/memory/memory-store.ts'
import { sqliteStore } from '../../stores/sqlite/sqlite-store.ts'
import type { Store } from '../../stores/store.ts'
import type { Engine } from '../engine.ts'
import { exampleEngine } from '../example-engine.ts'
import { importEntries } from '../import.ts'
import { editNode, splitNode } from '../loom/edit.ts'
import { addChildren, annotate } from '../loom/grow.ts'
import { fork, say, startConversation } from '../say.ts'
import { treeEntries } from './tree-entries.ts'

async function exported(store: Store, conversation: Conversation): Promise<string> {
  let text = ''
  for await (const line of exportLines(treeEntries(store, conversation))) text += line
  return text
}

async function taken(store: Store, text: string): Promise<readonly unknown[]> {
  const entries = heddle.read(textSource('export.jsonl', text))
  const { problems } = await importEntries(exampleEngine(store, 50_000), entries, {
    format: 'heddle',
    measures: [estimate],
  })
  return problems
}

/** One change of a tree, at nodes and branches that the numbers pick. Refused ones change nothing. */
interface Change {
  readonly kind: (typeof kinds)[number]
  readonly at: number
  readonly other: number
}

const kinds = [
  'say',
  'say',
  'say',
  'children',
  'fork',
  'edit',
  'split',
  'annotate',
  'prune',
  'restore',
  'exclude',
  'bookmark',
  'tag',
  'sources',
  'edge',
  'select',
] as const

const changes = fc.array(
  fc.record<Change>({ kind: fc.constantFrom(...kinds), at: fc.nat(1000), other: fc.nat(1000) }),
  { maxLength: 40 },
)

async function apply(
  engine: Engine,
  conversation: Conversation,
  { kind, at, other }: Change,
  count: number,
): Promise<void> {
  const { store } = engine
  const nodes = await store.written(conversation.id, { limit: 1000 })
  const branches = await store.branches(conversation.id)
  const node = nodes[at % nodes.length] as Node
  const second = nodes[other % nodes.length] as Node
  const branch = branches[other % branches.length] as (typeof branches)[number]
  const now = engine.now()
  const parts = [{ kind: 'text', text: `${kind} ${count}` }] as const
  switch (kind) {
    case 'say':
      return void (await say(engine, branch, { author: at % 2 === 0 ? 'human' : 'model', parts }))
    case 'children':
      return void (await addChildren(engine, node, ['one', 'two']))
    case 'fork':
      return void (await fork(engine, branch, `branch ${count}`, node.annotation ? branch.head : node.id))
    case 'edit':
      return void (await editNode(engine, branch, node, parts))
    case 'split':
      return void (await splitNode(engine, branch, node, 2))
    case 'annotate':
      return void (await annotate(engine, node, `note ${count}`))
    case 'prune':
      return void (await store.prune(node.id, now))
    case 'restore': {
      const prunes = await store.prunes(conversation.id)
      const prune = prunes[at % Math.max(1, prunes.length)]
      return prune && (await store.restore(prune.id, now))
    }
    case 'exclude':
      return void (await store.mark([node.id], 'excluded', other % 3 > 0, now))
    case 'bookmark':
      return await store.bookmark(node.id, other % 3 > 0 ? `mark ${count}` : null, now)
    case 'tag':
      return await store.tag(node.id, `tag ${other % 4}`, true)
    case 'sources': {
      const role = at % 2 === 0 ? 'context' : 'instruction'
      const made = { id: engine.newId(), parent: node.id, author: 'human', parts, createdAt: now } as const
      const sources = [{ node: second.id, role }] as const
      return void (await store.append([{ ...made, sources }], { conversation: conversation.id, measures: [] }))
    }
    case 'edge':
      await store.addEdge(
        { target: node.id, type: 'continuation', sources: [{ node: second.id, role: 'primary' }] },
        now,
      )
      for (const each of await store.branches(conversation.id))
        await store.select(each.id, node.id, { edge: `${node.id}.${other % 2}` }, now)
      return
    case 'select':
      return await store.select(branch.id, node.id, { source: second.id }, now)
    default:
      return kind satisfies never
  }
}

async function grown(list: readonly Change[]): Promise<{ readonly store: Store; readonly conversation: Conversation }> {
  const store = memoryStore()
  const engine = exampleEngine(store)
  const { conversation, branch } = await startConversation(engine, { title: 'T', system: 'S' })
  await say(engine, branch, { author: 'human', parts: [{ kind: 'text', text: 'the root' }] })
  for (const [count, change] of list.entries())
    await apply(engine, conversation, change, count).catch((error: unknown) => {
      if (!(error instanceof Error && 'code' in error)) throw error
    })
  return { store, conversation }
}

describe('an export', () => {
  it.each(['memory', 'sqlite'] as const)('is taken in again into a %s store without loss', async (kind) => {
    await fc.assert(
      fc.asyncProperty(changes, async (list) => {
        const { store, conversation } = await grown(list)
        const text = await exported(store, conversation)
        const other = kind === 'memory' ? memoryStore() : sqliteStore(':memory:')
        expect(await taken(other, text)).toEqual([])
        const again = await other.conversation(conversation.id)
        expect(again && (await exported(other, again))).toBe(text)
        expect(await taken(other, text)).toEqual([])
        expect(again && (await exported(other, again))).toBe(text)
        await other.close()
      }),
      { numRuns: 100 },
    )
  })

  it('is taken in under new ids where another conversation has them', async () => {
    const { store, conversation } = await grown([])
    const text = (await exported(store, conversation)).replace(conversation.id, '01J9999999999999999999999Z')
    expect(await taken(store, text)).toEqual([])
    const [first, second] = await store.conversations()
    expect(first?.id).not.toBe(second?.id)
    for (const { id } of [first, second].flatMap((each) => each ?? [])) expect(await store.nodeCount(id)).toBe(1)
  })

  it('that was cut before its branches ends at its last node', async () => {
    const { store, conversation } = await grown([
      { kind: 'say', at: 0, other: 0 },
      { kind: 'annotate', at: 0, other: 0 },
    ])
    const lines = (await exported(store, conversation)).split('\n')
    const other = memoryStore()
    await taken(other, lines.slice(0, 4).join('\n'))
    const [main] = await other.branches(conversation.id)
    expect(main?.head).toBe((await store.branches(conversation.id))[0]?.head)
  })
})
