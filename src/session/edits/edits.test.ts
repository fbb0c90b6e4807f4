import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { EditKind } from '../../history/edits/edit.ts'
import type { Branch, Node } from '../../history/node.ts'
import { memoryStore } from '../../stores/memory/memory-store.ts'
import { sqliteStore } from '../../stores/sqlite/sqlite-store.ts'
import type { Store } from '../../stores/store.ts'
import type { Engine } from '../engine.ts'
import { exampleEngine } from '../example-engine.ts'
import { editNode } from '../loom/edit.ts'
import { fork, say, startConversation } from '../say.ts'
import { branchTime } from './branch-time.ts'
import { createCheckpoint, listCheckpoints, restoreCheckpoint } from './checkpoints.ts'
import { addEdit, editsInForce, listEdits } from './edits.ts'

describe.each(['memory', 'sqlite'] as const)('edits and checkpoints over a %s store', (kind) => {
  let store: Store
  let engine: Engine
  let main: Branch
  let time = 0

  beforeEach(async () => {
    store = kind === 'memory' ? memoryStore() : sqliteStore(':memory:')
    time = 1000
    engine = { ...exampleEngine(store), now: () => time }
    main = (await startConversation(engine)).branch
  })
  afterEach(() => store.close())

  /** Says each of the texts ten milliseconds after the one before. */
  const tell = async (...texts: string[]): Promise<Node[]> => {
    const nodes: Node[] = []
    for (const text of texts) {
      time += 10
      nodes.push(await say(engine, main, { author: 'human', parts: [{ kind: 'text', text }] }))
    }
    return nodes
  }
  const edit = (
    node: Node | undefined,
    content: string,
    more: { part?: number; kind?: EditKind } = {},
  ): Promise<unknown> => addEdit(engine, main, { node: node?.id ?? '', part: 0, kind: 'user', content, ...more })
  const inForce = async (at?: number): Promise<string[]> =>
    (await editsInForce(store, main.id, at ?? (await branchTime(engine, main.id)))).map(({ content }) => content)
  const head = async (): Promise<string | null> => (await store.branch(main.id))?.head ?? null

  describe('an edit', () => {
    it('counts from its time on, also within one millisecond, and the node stays', async () => {
      const [node] = await tell('said')
      await edit(node, 'one')
      await edit(node, 'two')
      expect(await inForce()).toEqual(['two'])
      expect(await inForce(time)).toEqual(['one'])
      expect(await inForce(time - 1)).toEqual([])
      expect((await store.node(node?.id ?? ''))?.content).toBe(node?.content)
      expect((await listEdits(store, main.id, time + 1)).map(({ content, state }) => [content, state])).toEqual([
        ['one', 'replaced'],
        ['two', 'in-force'],
      ])
    })

    it('is refused where there is nothing to edit, and nothing is written', async () => {
      const [node] = await tell('said')
      const call = await say(engine, main, {
        author: 'model',
        parts: [{ kind: 'tool-call', callId: 'c', name: 'read', input: {} }],
      })
      const result = await say(engine, main, {
        author: 'tool',
        parts: [{ kind: 'tool-result', callId: 'c', content: [{ kind: 'text', text: 'long' }] }],
      })
      const other = (await startConversation(engine)).branch
      const foreign = await say(engine, other, { author: 'human', parts: [{ kind: 'text', text: 'x' }] })
      for (const [work, code] of [
        [edit(undefined, 'x'), 'node-not-found'],
        [edit(foreign, 'x'), 'node-not-found'],
        [edit(node, 'x', { part: 1 }), 'part-not-found'],
        [edit(node, 'x', { part: -1 }), 'part-not-found'],
        [edit(node, ' \n'), 'empty-edit'],
        [edit(call, 'x'), 'part-fixed'],
        [edit(node, 'x', { kind: 'other' as EditKind }), 'unknown-edit-kind'],
        [
          addEdit(engine, main, { node: node?.id ?? '', part: 0, within: 0, kind: 'user', content: 'x' }),
          'part-not-found',
        ],
        [addEdit(engine, main, { node: result.id, part: 0, within: 1, kind: 'user', content: 'x' }), 'part-not-found'],
      ] as const)
        await expect(work).rejects.toMatchObject({ code })
      expect(await store.facts(main.id)).toEqual([])
      await addEdit(engine, main, { node: result.id, part: 0, within: 0, kind: 'truncate', content: 'short' })
      expect(await inForce()).toEqual(['short'])
    })

    it('of a fork is its own, and its parent’s up to the fork', async () => {
      const [node] = await tell('said')
      await edit(node, 'before')
      const own = await fork(engine, (await store.branch(main.id)) as Branch, 'own')
      await edit(node, 'after')
      expect((await editsInForce(store, own.id, time + 9)).map(({ content }) => content)).toEqual(['before'])
    })
  })

  describe('a checkpoint', () => {
    it('brings back head and edits as they were, as a new fact', async () => {
      const [, second] = await tell('one', 'two')
      await edit(second, 'kept')
      const made = await createCheckpoint(engine, main, 'draft')
      await edit(second, 'dropped')
      const [third] = await tell('three')
      const before = await branchTime(engine, main.id)
      time += 10
      const restored = await restoreCheckpoint(engine, main, 'draft')
      expect(restored).toMatchObject({
        checkpoint: made,
        moment: made.at,
        head: second?.id,
        left: third?.id,
        nodesLeft: 1,
        dropped: [{ content: 'dropped' }],
        back: [],
        cuts: 0,
      })
      expect(await head()).toBe(second?.id)
      expect(await inForce()).toEqual(['kept'])
      expect(await inForce(before)).toEqual(['dropped'])
    })

    it('made within the same millisecond as what came after it drops that, too', async () => {
      const [node] = await tell('one')
      await createCheckpoint(engine, main, 'draft')
      await edit(node, 'after')
      await restoreCheckpoint(engine, main, 'draft')
      await edit(node, 'later')
      expect(await inForce()).toEqual(['later'])
    })

    it('is never earlier than the newest fact, though the clock goes back', async () => {
      const [node] = await tell('one')
      await edit(node, 'first')
      await createCheckpoint(engine, main, 'draft')
      time = 5
      await edit(node, 'second')
      expect(await inForce()).toEqual(['second'])
      await restoreCheckpoint(engine, main, 'draft')
      expect(await inForce()).toEqual(['first'])
    })

    it('that a restore dropped is listed as such, and can be gone back to', async () => {
      const [node] = await tell('one')
      await createCheckpoint(engine, main, 'early')
      await edit(node, 'edited')
      const [last] = await tell('two')
      await createCheckpoint(engine, main, 'late')
      await restoreCheckpoint(engine, main, 'early')
      expect((await listCheckpoints(store, main.id)).map(({ name, stands }) => [name, stands])).toEqual([
        ['late', false],
        ['early', true],
      ])
      expect(await restoreCheckpoint(engine, main, 'late')).toMatchObject({
        back: [{ content: 'edited' }],
        dropped: [],
      })
      expect(await head()).toBe(last?.id)
      expect(await inForce()).toEqual(['edited'])
    })

    it('with a name that is none is refused before anything is written', async () => {
      await tell('one')
      for (const name of ['', '  ', 'a\nb', 'x'.repeat(101), '1700000000000', '2025-03-09'])
        await expect(createCheckpoint(engine, main, name)).rejects.toMatchObject({ code: 'checkpoint-name' })
      await expect(restoreCheckpoint(engine, main, 'nothing')).rejects.toMatchObject({ code: 'unknown-checkpoint' })
      expect(await store.facts(main.id)).toEqual([])
    })
  })

  describe('going back to a time', () => {
    it('finds where the branch ended by when its nodes were made', async () => {
      const [first, second, third] = await tell('one', 'two', 'three')
      expect(await restoreCheckpoint(engine, main, 1025)).toMatchObject({
        head: second?.id,
        left: third?.id,
        nodesLeft: 1,
      })
      expect(await restoreCheckpoint(engine, main, 1010)).toMatchObject({ head: first?.id, left: second?.id })
    })

    it('before everything or still to come is refused', async () => {
      await tell('one')
      await expect(restoreCheckpoint(engine, main, 1009)).rejects.toMatchObject({ code: 'before-everything' })
      for (const to of [time + 1, Number.NaN, Number.POSITIVE_INFINITY])
        await expect(restoreCheckpoint(engine, main, to)).rejects.toMatchObject({ code: 'time-to-come' })
      expect(await store.facts(main.id)).toEqual([])
    })

    it('just before a restore undoes it', async () => {
      const [node, second, third] = await tell('one', 'two', 'three')
      await edit(node, 'edited')
      time += 10
      const { at } = await restoreCheckpoint(engine, main, 1010)
      await tell('else')
      const again = await restoreCheckpoint(engine, main, at - 1)
      expect(again).toMatchObject({ head: third?.id, back: [{ content: 'edited' }], nodesLeft: null })
      expect(await inForce()).toEqual(['edited'])
      expect(await restoreCheckpoint(engine, main, 1020)).toMatchObject({ head: second?.id })
      expect(await restoreCheckpoint(engine, main, at)).toMatchObject({ head: node?.id })
    })

    it('knows from a checkpoint where the branch ended before its head was edited', async () => {
      const [, second] = await tell('one', 'two')
      await createCheckpoint(engine, main, 'draft')
      time += 10
      const version = await editNode(engine, (await store.branch(main.id)) as Branch, second as Node, [
        { kind: 'text', text: 'TWO' },
      ])
      expect(await head()).toBe(version.id)
      expect(await restoreCheckpoint(engine, main, time - 1)).toMatchObject({ head: second?.id })
    })

    it('before a fork was made stays on the way to where it left', async () => {
      const [first, second] = await tell('one', 'two')
      await createCheckpoint(engine, main, 'two')
      const own = await fork(engine, (await store.branch(main.id)) as Branch, 'own', first?.id)
      expect(await restoreCheckpoint(engine, own, 1020)).toMatchObject({ head: first?.id })
      expect(await restoreCheckpoint(engine, own, 'two')).toMatchObject({ head: second?.id })
    })
  })
})
