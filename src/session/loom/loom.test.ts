import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { estimate } from '../../core/content/measure.ts'
import type { Branch, Node } from '../../history/node.ts'
import { memoryStore } from '../../stores/memory/memory-store.ts'
import { sqliteStore } from '../../stores/sqlite/sqlite-store.ts'
import type { Store } from '../../stores/store.ts'
import type { Engine } from '../engine.ts'
import { exampleEngine } from '../example-engine.ts'
import { fork, say, startConversation } from '../say.ts'
import { editNode, mergeWithParent, splitNode } from './edit.ts'
import { addChildren, addSiblings, annotate } from './grow.ts'
import { nodeAt } from './move.ts'
import { deleteNode, undoPrune } from './remove.ts'
import { selectVersion, selectWay } from './select.ts'

describe.each(['memory', 'sqlite'] as const)('a loom over a %s store', (kind) => {
  let store: Store
  let engine: Engine
  let first: Branch

  beforeEach(async () => {
    store = kind === 'memory' ? memoryStore() : sqliteStore(':memory:')
    engine = exampleEngine(store)
    first = (await startConversation(engine)).branch
  })
  afterEach(() => store.close())

  const main = async (id = first.id): Promise<Branch> => (await store.branch(id)) as Branch
  const tell = (text: string): Promise<Node> => say(engine, first, { author: 'human', parts: [{ kind: 'text', text }] })
  const tellAll = async (...texts: string[]): Promise<Node[]> => {
    const nodes: Node[] = []
    for (const text of texts) nodes.push(await tell(text))
    return nodes
  }
  /** The texts on a branch's path. */
  async function texts(id = first.id): Promise<string[]> {
    const { head } = await main(id)
    const nodes = await store.path(await store.route(head ?? '', id), 0, 1000, estimate)
    const contents = await store.contents(nodes.map(({ content }) => content))
    return nodes.map(({ content }) => {
      const [part] = contents.get(content) ?? []
      return part?.kind === 'text' ? part.text : '?'
    })
  }

  describe('moving', () => {
    it('goes to siblings in a circle, and past pruned ones', async () => {
      const [root] = await tellAll('root')
      const [a, b, c] = (await addChildren(engine, root as Node, ['a', 'b', 'c'])) as [Node, Node, Node]
      expect((await nodeAt(store, a, 'next')).id).toBe(b.id)
      expect((await nodeAt(store, a, 'previous')).id).toBe(c.id)
      expect((await nodeAt(store, c, 'next')).id).toBe(a.id)
      await store.prune(b.id, 1)
      expect((await nodeAt(store, a, 'next')).id).toBe(c.id)
      await store.prune(c.id, 1)
      expect((await nodeAt(store, a, 'next')).id).toBe(a.id)
    })

    it('goes to the parent, the child that was visited last, and the root', async () => {
      const [root, one] = (await tellAll('root', 'one')) as [Node, Node]
      const [a, b] = (await addChildren(engine, one, ['a', 'b'])) as [Node, Node]
      expect((await nodeAt(store, one, 'child')).id).toBe(a.id)
      await store.visit(b.id, 5)
      expect((await nodeAt(store, one, 'child')).id).toBe(b.id)
      await store.prune(b.id, 6)
      expect((await nodeAt(store, one, 'child')).id).toBe(a.id)
      expect((await nodeAt(store, b, 'parent')).id).toBe(one.id)
      expect((await nodeAt(store, b, 'root')).id).toBe(root.id)
    })

    it('says where there is nothing to go to', async () => {
      const [root] = (await tellAll('root')) as [Node]
      await expect(nodeAt(store, root, 'parent')).rejects.toMatchObject({ code: 'no-parent', nodeId: root.id })
      await expect(nodeAt(store, root, 'child')).rejects.toMatchObject({ code: 'no-child' })
      expect((await nodeAt(store, root, 'next')).id).toBe(root.id)
    })

    it('goes up through the version that the branch takes', async () => {
      const [, one, two] = (await tellAll('root', 'one', 'two')) as [Node, Node, Node]
      const version = await editNode(engine, await main(), one, [{ kind: 'text', text: 'ONE' }])
      expect((await nodeAt(store, two, 'parent', first.id)).id).toBe(version.id)
    })
  })

  describe('editing', () => {
    it('puts a version in the place of a node, and keeps what follows', async () => {
      const [, one] = await tellAll('root', 'one', 'two')
      await editNode(engine, await main(), one as Node, [{ kind: 'text', text: 'ONE' }])
      expect(await texts()).toEqual(['root', 'ONE', 'two'])
    })

    it('moves the branch where its head is edited, and no other', async () => {
      const [, one] = await tellAll('root', 'one')
      const other = await fork(engine, await main(), 'other')
      await editNode(engine, await main(), one as Node, [{ kind: 'text', text: 'ONE' }])
      expect(await texts()).toEqual(['root', 'ONE'])
      expect(await texts(other.id)).toEqual(['root', 'one'])
    })

    it('edits one node after the other without losing the first edit', async () => {
      const [, one, two] = await tellAll('root', 'one', 'two', 'three')
      await editNode(engine, await main(), one as Node, [{ kind: 'text', text: 'ONE' }])
      await editNode(engine, await main(), two as Node, [{ kind: 'text', text: 'TWO' }])
      expect(await texts()).toEqual(['root', 'ONE', 'TWO', 'three'])
    })

    it('goes back to a version by selecting it', async () => {
      const [, one, two] = (await tellAll('root', 'one', 'two')) as [Node, Node, Node]
      await editNode(engine, await main(), one, [{ kind: 'text', text: 'ONE' }])
      expect(await selectVersion(engine, await main(), one)).toBe(two.id)
      expect(await texts()).toEqual(['root', 'one', 'two'])
      await selectWay(engine, await main(), two, null)
      expect(await texts()).toEqual(['root', 'ONE', 'two'])
    })

    it('edits a selected version into one that is selected', async () => {
      const [, one] = (await tellAll('root', 'one', 'two')) as [Node, Node]
      await editNode(engine, await main(), one, [{ kind: 'text', text: 'ONE' }])
      await selectVersion(engine, await main(), one)
      await editNode(engine, await main(), one, [{ kind: 'text', text: 'one!' }])
      expect(await texts()).toEqual(['root', 'one!', 'two'])
    })

    it('refuses the root, and ways that are not there', async () => {
      const [root, one] = (await tellAll('root', 'one')) as [Node, Node]
      await expect(editNode(engine, await main(), root, [])).rejects.toMatchObject({ code: 'version-of-root' })
      await expect(selectWay(engine, await main(), one, { edge: 3 })).rejects.toMatchObject({
        code: 'nothing-to-select',
      })
      const [loose] = (await addChildren(engine, root, ['loose'])) as [Node]
      await addChildren(engine, loose, ['behind'])
      await expect(selectVersion(engine, await main(), loose)).rejects.toMatchObject({ code: 'not-on-branch' })
    })
  })

  describe('splitting and merging', () => {
    it('splits by characters, with the same behind, and undoes it by selecting', async () => {
      const [, one, two] = (await tellAll('root', '🦜abc', 'two')) as [Node, Node, Node]
      const [, rest] = await splitNode(engine, await main(), one, 2)
      expect(await texts()).toEqual(['root', '🦜a', 'bc', 'two'])
      expect(rest.editedFrom).toBe(one.id)
      await selectVersion(engine, await main(), one)
      expect(await texts()).toEqual(['root', '🦜abc', 'two'])
      expect(await store.length(await store.route(two.id, first.id))).toBe(3)
    })

    it('merges with the parent, and that again', async () => {
      const [, , two, three] = (await tellAll('root', 'one', 'two', 'three', 'four')) as [Node, Node, Node, Node]
      const merged = await mergeWithParent(engine, await main(), two)
      expect(await texts()).toEqual(['root', 'onetwo', 'three', 'four'])
      await mergeWithParent(engine, await main(), three)
      expect(await texts()).toEqual(['root', 'onetwothree', 'four'])
      expect(await store.node(merged.id)).toMatchObject({ id: merged.id })
    })

    it('splits and merges back to the same text', async () => {
      const [, one] = (await tellAll('root', 'one two', 'three')) as [Node, Node]
      const [, rest] = await splitNode(engine, await main(), one, 4)
      await mergeWithParent(engine, await main(), rest)
      expect(await texts()).toEqual(['root', 'one two', 'three'])
    })

    it('moves the branch where its head is split or merged', async () => {
      const [, one] = (await tellAll('root', 'one')) as [Node, Node]
      const [, rest] = await splitNode(engine, await main(), one, 1)
      expect(await texts()).toEqual(['root', 'o', 'ne'])
      await mergeWithParent(engine, await main(), rest)
      expect(await texts()).toEqual(['root', 'one'])
    })

    it('refuses the root, siblings, points outside and what is not text', async () => {
      const [root, one, two] = (await tellAll('root', 'one', 'two')) as [Node, Node, Node]
      const branch = await main()
      await expect(splitNode(engine, branch, root, 1)).rejects.toMatchObject({ code: 'split-root' })
      await expect(mergeWithParent(engine, branch, root)).rejects.toMatchObject({ code: 'merge-root' })
      await expect(mergeWithParent(engine, branch, one)).rejects.toMatchObject({ code: 'merge-root' })
      for (const at of [0, 3, -1, 1.5])
        await expect(splitNode(engine, branch, one, at)).rejects.toMatchObject({ code: 'split-point' })
      const call = await say(engine, branch, {
        author: 'model',
        parts: [{ kind: 'tool-call', callId: 'c', name: 'n', input: {} }],
      })
      await expect(splitNode(engine, await main(), call, 1)).rejects.toMatchObject({ code: 'split-parts' })
      await expect(mergeWithParent(engine, await main(), call)).rejects.toMatchObject({ code: 'merge-parts' })
      await addSiblings(engine, two, ['beside'])
      await expect(mergeWithParent(engine, await main(), two)).rejects.toMatchObject({ code: 'merge-siblings' })
    })
  })

  describe('growing', () => {
    it('adds siblings behind the last, unread, and leaves the branch where it is', async () => {
      const [, one] = (await tellAll('root', 'one')) as [Node, Node]
      const [a] = (await addSiblings(engine, one, ['a', 'b'])) as [Node]
      expect(await store.siblings(a.id)).toMatchObject({ index: 1, count: 3 })
      expect(await store.unread(first.conversation, { limit: 10 })).toContain(a.id)
      expect(await texts()).toEqual(['root', 'one'])
    })

    it('refuses a sibling of the root', async () => {
      const [root] = (await tellAll('root')) as [Node]
      await expect(addSiblings(engine, root, ['x'])).rejects.toMatchObject({ code: 'sibling-of-root' })
    })

    it('writes notes that are on no path', async () => {
      const [root] = (await tellAll('root', 'one')) as [Node]
      const note = await annotate(engine, root, 'a note')
      expect(note.annotation).toBe(true)
      expect(await texts()).toEqual(['root', 'one'])
    })
  })

  describe('deleting', () => {
    it('goes on at the next sibling, else the one before, else the nearest ancestor', async () => {
      const [root] = (await tellAll('root')) as [Node]
      const [a, b, c] = (await addChildren(engine, root, ['a', 'b', 'c'])) as [Node, Node, Node]
      expect((await deleteNode(engine, b)).goTo.id).toBe(c.id)
      expect((await deleteNode(engine, c)).goTo.id).toBe(a.id)
      expect((await deleteNode(engine, a)).goTo.id).toBe(root.id)
      await expect(deleteNode(engine, root)).rejects.toMatchObject({ code: 'delete-root' })
    })

    it('is undone, that one alone', async () => {
      const [root] = (await tellAll('root')) as [Node]
      const [a, b] = (await addChildren(engine, root, ['a', 'b'])) as [Node, Node]
      await deleteNode(engine, a)
      const { prune } = await deleteNode(engine, b)
      expect((await undoPrune(engine, first.conversation)).id).toBe(prune.id)
      expect([...(await store.barred([a.id, b.id], await store.revision())).keys()]).toEqual([a.id])
      await undoPrune(engine, first.conversation, a.id)
      await expect(undoPrune(engine, first.conversation)).rejects.toMatchObject({ code: 'not-pruned' })
    })
  })
})
