import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import { characters } from '../core/content/measure.ts'
import { assemble } from '../core/render/assemble.ts'
import { modelFacts } from '../models/find-facts.ts'
import { memoryStore } from '../stores/memory/memory-store.ts'
import { sqliteStore } from '../stores/sqlite/sqlite-store.ts'
import type { NewNode, Store } from '../stores/store.ts'
import type { CallRequest } from './call-request.ts'
import { contentsOf } from './contents-of.ts'
import { exampleEngine } from './example-engine.ts'
import { type PlannedCall, planCall } from './plan-call.ts'
import { replay } from './replay.ts'
import { startConversation } from './say.ts'

const stores: readonly [string, () => Store][] = [
  ['memory', memoryStore],
  ['sqlite', () => sqliteStore(new DatabaseSync(':memory:'))],
]

function id(at: number): string {
  return `01J${String(at).padStart(7, '0')}${String(at * 48271).padStart(16, '0')}`
}

function node(
  at: number,
  parent: number | null,
  author: NewNode['author'],
  text: string,
  more: Partial<NewNode> = {},
): NewNode {
  return {
    id: id(at),
    parent: parent === null ? null : id(parent),
    author,
    parts: [{ kind: 'text', text }],
    createdAt: at,
    ...more,
  }
}

/** 1 human, 2 model, 3 human; 11 to 13 stand beside the path. */
async function tree(
  store: Store,
): Promise<{ plan: (more?: Partial<CallRequest>) => Promise<PlannedCall>; engine: ReturnType<typeof exampleEngine> }> {
  const engine = exampleEngine(store)
  const { conversation, branch } = await startConversation(engine, { system: 'Be brief.' })
  const target = { conversation: conversation.id, measures: [characters] }
  await store.append(
    [
      node(1, null, 'human', 'Describe the map.'),
      node(11, 1, 'human', 'a map'),
      node(12, 1, 'human', 'Answer in verse.'),
    ],
    target,
  )
  const sources = [
    { node: id(11), role: 'context' as const },
    { node: id(12), role: 'instruction' as const },
  ]
  await store.append(
    [node(2, 1, 'model', 'A harbour.', { sources }), node(13, 2, 'human', 'too short', { annotation: true })],
    target,
  )
  await store.append([node(3, 2, 'human', 'Go on.')], { ...target, branch: branch.id })
  const plan = async (more: Partial<CallRequest> = {}): Promise<PlannedCall> => {
    const made = await planCall(engine, {
      conversation,
      branch,
      model: modelFacts('openai:gpt-5'),
      measure: characters.id,
      target: 'chat-completions',
      ...more,
    })
    if (made.kind === 'refusal') throw new Error(made.code)
    return made
  }
  return { plan, engine }
}

async function textsOf(store: Store, { plan }: PlannedCall): Promise<{ system: string | null; texts: string[] }> {
  const { system, messages } = assemble(plan, await contentsOf(store, plan))
  return {
    system,
    texts: messages.map(
      ({ role, parts }) => `${role}: ${parts.map((part) => (part.kind === 'text' ? part.text : '')).join('|')}`,
    ),
  }
}

describe.each(stores)('planning a tree in a %s store', (_, open) => {
  it('sends context ahead of its node, instructions with the system text, and leaves notes out', async () => {
    const store = open()
    const { plan } = await tree(store)
    const call = await plan()
    expect(await textsOf(store, call)).toEqual({
      system: 'Be brief.\n\nAnswer in verse.',
      texts: ['user: a map\n\nDescribe the map.', 'assistant: A harbour.', 'user: Go on.'],
    })
    expect(call.plan.leftOut).toMatchObject([{ id: id(13), reason: { kind: 'annotation' } }])
  })

  it('sends a note that the request names, behind its node', async () => {
    const store = open()
    const { plan } = await tree(store)
    const { texts } = await textsOf(store, await plan({ annotations: [id(13)] }))
    expect(texts.at(-1)).toBe('user: too short\n\nGo on.')
  })

  it('leaves out what is pruned, with everything behind it, until that prune is undone', async () => {
    const store = open()
    const { plan } = await tree(store)
    const prune = await store.prune(id(2), 50)
    const pruned = await plan()
    expect(
      pruned.plan.leftOut.map((entry) => (entry.kind === 'left-out' ? [entry.id, entry.reason.kind] : [])),
    ).toEqual(
      expect.arrayContaining([
        [id(2), 'pruned'],
        [id(3), 'pruned'],
      ]),
    )
    await store.restore(prune.id, 60)
    expect((await textsOf(store, await plan())).texts).toHaveLength(3)
  })

  it('keeps a result with the version of its call', async () => {
    const store = open()
    const engine = exampleEngine(store)
    const { conversation, branch } = await startConversation(engine)
    const target = { conversation: conversation.id, measures: [characters] }
    const call = { kind: 'tool-call', callId: 'c', name: 'look', input: {} } as const
    const result = { kind: 'tool-result', callId: 'c', content: [{ kind: 'text', text: 'r'.repeat(300) }] } as const
    await store.append(
      [
        node(1, null, 'human', 'look'),
        node(2, 1, 'model', '', { parts: [{ kind: 'text', text: 'so' }, call] }),
        node(3, 2, 'tool', '', { parts: [result] }),
        node(4, 3, 'human', 'and?'),
      ],
      { ...target, branch: branch.id },
    )
    await store.append(
      [node(5, 1, 'model', '', { parts: [{ kind: 'text', text: 'thus' }, call], editedFrom: id(2) })],
      target,
    )
    const request = { conversation, branch, model: modelFacts('openai:gpt-5'), measure: characters.id }
    const planned = async (budget: number): Promise<string[]> => {
      const made = await planCall(engine, { ...request, budget, target: 'chat-completions' })
      if (made.kind === 'refusal') throw new Error(made.code)
      return made.plan.kept.flatMap((entry) => (entry.kind === 'kept' ? [entry.id] : []))
    }
    expect(await planned(1000)).toEqual([id(1), id(5), id(3), id(4)])
    expect(await planned(120)).toEqual([id(4)])
  })

  it('takes the latest version, and replays earlier plans as they were', async () => {
    const store = open()
    const { plan, engine } = await tree(store)
    const before = await plan()
    const { conversation } = before.recipe
    await store.append([node(4, 1, 'model', 'A bay, in verse.', { editedFrom: id(2) })], {
      conversation,
      measures: [characters],
    })
    await store.mark([id(11)], 'excluded', true, 70)
    const after = await plan()
    expect((await textsOf(store, after)).texts).toEqual([
      'user: Describe the map.',
      'assistant: A bay, in verse.',
      'user: Go on.',
    ])
    await store.prune(id(3), 80)
    expect((await replay(engine, before.plan.id)).same).toBe(true)
    expect((await replay(engine, after.plan.id)).same).toBe(true)
  })
})
