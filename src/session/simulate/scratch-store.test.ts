import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { characters } from '../../core/content/measure.ts'
import type { BranchFact } from '../../history/edits/branch-fact.ts'
import { memoryStore } from '../../stores/memory/memory-store.ts'
import { sqliteStore } from '../../stores/sqlite/sqlite-store.ts'
import type { NewNode, Store, StoredPlan } from '../../stores/store.ts'
import { sampleId } from '../../testing/store-contract/samples.ts'
import { exampleEngine } from '../example-engine.ts'
import { recordSession } from './example-recording.ts'
import { scratchStore } from './scratch-store.ts'

const planOf = (id: string, conversation: string, branch = 'b'): StoredPlan => ({
  id,
  conversation,
  branch,
  head: null,
  inputs: 'i',
  decisions: 'd',
  request: 'r',
  createdAt: 1,
})

const noteOn = (parent: string, more: { readonly annotation?: true } = { annotation: true }): NewNode => ({
  id: sampleId(7),
  parent,
  author: 'system',
  authorId: 'writer',
  parts: [{ kind: 'text', text: 'a summary' }],
  createdAt: 5,
  ...more,
})

describe.each(['memory', 'sqlite'] as const)('a scratch store before a %s store', (kind) => {
  let store: Store
  let scratch: Store

  beforeEach(() => {
    store = kind === 'memory' ? memoryStore() : sqliteStore(':memory:')
    scratch = scratchStore(store)
  })
  afterEach(() => store.close())

  it('keeps contents, documents, plans and states to itself, and gives the other’s as well', async () => {
    const theirs = await store.putContent([{ kind: 'text', text: 'theirs' }])
    const before = await store.stats()
    const own = await scratch.putContent([{ kind: 'text', text: 'own' }])
    const document = await scratch.putDocument({ b: 1, a: [2] })
    await scratch.putPlan(planOf('p', 'c'))
    await scratch.setBranchState('b', 'key', 'value', 1)
    expect(await scratch.contents([theirs, own, 'nothing'])).toEqual(
      new Map([
        [theirs, [{ kind: 'text', text: 'theirs' }]],
        [own, [{ kind: 'text', text: 'own' }]],
      ]),
    )
    expect(await scratch.document(document)).toEqual({ a: [2], b: 1 })
    expect(await scratch.plan('p')).toEqual(planOf('p', 'c'))
    expect(await scratch.branchState('b', 'key')).toBe('value')
    expect(await scratch.purged([own, document])).toEqual(new Set())
    await scratch.close()
    expect(await store.stats()).toEqual(before)
    expect(await store.contents([own])).toEqual(new Map())
    expect(await store.document(document)).toBeUndefined()
    expect(await store.branchState('b', 'key')).toBeUndefined()
  })

  it('gives content and documents the digests that the other would', async () => {
    const parts = [{ kind: 'tool-call', callId: 'c', name: 'n', input: { z: 1, a: 'ü' } }] as const
    expect(await scratch.putContent(parts)).toBe(await store.putContent(parts))
    expect(await scratch.putDocument({ z: null, a: [1] })).toBe(await store.putDocument({ z: null, a: [1] }))
  })

  it('knows the newest plans that were made on it, newest first, and no others', async () => {
    const { conversation } = await recordSession(exampleEngine(store), 1)
    await store.putPlan(planOf('theirs', conversation.id))
    for (let at = 1; at <= 12; at++) await scratch.putPlan(planOf(`p${at}`, 'c', at % 2 === 0 ? 'even' : 'odd'))
    await scratch.putPlan({ ...planOf('p10', 'c', 'even'), createdAt: 5 })
    expect((await scratch.plans({ branch: 'even', limit: 2 })).map(({ id }) => id)).toEqual(['p10', 'p12'])
    expect(await scratch.plan('p10')).toMatchObject({ createdAt: 5 })
    expect((await scratch.plans({ limit: 100 })).map(({ id }) => id)).not.toContain('theirs')
    expect(await scratch.plan('theirs')).toBeUndefined()
  })

  it('forgets the documents that were not used for longest', async () => {
    const first = await scratch.putDocument('first')
    const used = await scratch.putDocument('used')
    for (let at = 0; at < 200; at++) {
      await scratch.putDocument(at)
      await scratch.document(used)
    }
    expect(await scratch.document(used)).toBe('used')
    expect(await scratch.document(first)).toBeUndefined()
  })

  it('keeps notes about nodes and facts of a branch to itself, as the other would make them', async () => {
    const { conversation, branch, answers } = await recordSession(exampleEngine(store), 2)
    const note = noteOn(answers[0] ?? '')
    const before = await store.stats()
    const [made] = await scratch.append([note], { conversation: conversation.id, measures: [] })
    const fact: BranchFact = { kind: 'head', at: 9, node: answers[0] ?? '' }
    await scratch.addFacts(branch.id, [fact])
    expect(await scratch.node(note.id)).toEqual(made)
    expect(await scratch.facts(branch.id)).toEqual([fact])
    expect((await scratch.nodes([note.id, answers[1] ?? ''], characters)).get(note.id)?.size).toBe(9)
    expect(await store.node(note.id)).toBeUndefined()
    expect(await store.facts(branch.id)).toEqual([])
    expect(await store.stats()).toEqual(before)
    const [theirs] = await store.append([note], { conversation: conversation.id, measures: [] })
    const { hash, content, depth, shortId } = theirs ?? {}
    expect(made).toMatchObject({ hash, content, depth, shortId, annotation: true, empty: false })
  })

  it('refuses every other write, and nothing changes', async () => {
    const { conversation, branch, answers } = await recordSession(exampleEngine(store), 2)
    const node = answers[0] ?? ''
    const before = await store.stats()
    const writes = [
      () => scratch.updateConversation({ ...conversation, title: 'another' }),
      () => scratch.moveBranch(branch.id, node),
      () => scratch.append([noteOn(node, {})], { conversation: conversation.id, measures: [] }),
      () => scratch.append([noteOn(node)], { conversation: conversation.id, branch: branch.id, measures: [] }),
      () => scratch.mark([node], 'excluded', true, 1),
      () => scratch.prune(node, 1),
      () => scratch.addFacts(branch.id, [], { head: node }),
      () => scratch.visit(node, 1),
      () => scratch.deleteAgent('a'),
    ]
    for (const write of writes) await expect(write()).rejects.toMatchObject({ code: 'scratch-only' })
    expect(await store.stats()).toEqual(before)
    expect(await store.conversation(conversation.id)).toMatchObject({ title: 'A session' })
    expect(await scratch.node(node)).toEqual(await store.node(node))
  })
})
