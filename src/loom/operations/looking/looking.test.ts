import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { memoryStore } from '../../../stores/memory/memory-store.ts'
import { sqliteStore } from '../../../stores/sqlite/sqlite-store.ts'
import type { Store } from '../../../stores/store.ts'
import { conversation, type ExampleLoom, exampleLoom, main } from '../example-loom.ts'

describe.each(['memory', 'sqlite'] as const)('looking around on a %s store', (kind) => {
  let store: Store
  let at: ExampleLoom

  beforeEach(async () => {
    store = kind === 'memory' ? memoryStore() : sqliteStore(':memory:')
    at = await exampleLoom(store)
  })

  afterEach(async () => {
    await store.close()
  })

  describe('looking', () => {
    it('views a node with what stands around it, from a character on', async () => {
      await store.bookmark(at.path[2]?.id ?? '', 'question', 1)
      const seen = await at.done('view', { node: at.short(2), from: 5, length: 4 })
      expect(seen).toMatchObject({
        node: at.short(2),
        author: 'human',
        text: 'is a',
        characters: 17,
        onPath: true,
        parent: at.short(1),
        sibling: '1 of 1',
        children: [at.short(3)],
        bookmark: 'question',
      })
    })

    it('lists branches, the current one first, and what a node has', async () => {
      await at.done('continue', { node: at.short(1), n: 2 })
      await at.done('annotate', { node: at.short(1), text: 'odd' })
      expect(await at.done('list', { kind: 'branches' })).toEqual([{ branch: 'main', head: at.short(3), here: true }])
      const children = await at.done<{ text: string }[]>('list', { kind: 'children', node: at.short(1) })
      expect(children.map(({ text }) => text)).toEqual(['what is a heddle?', 'continuation 1', 'continuation 2'])
      expect(await at.done('list', { kind: 'notes', node: at.short(1) })).toMatchObject([
        { text: 'odd', author: 'model' },
      ])
      expect(
        await at.done('list', { kind: 'siblings', node: at.short(2), limit: 1, after: at.short(2) }),
      ).toMatchObject([{ text: 'continuation 1' }])
    })

    it('draws the tree with runs passed over, never more nodes than asked', async () => {
      await at.done('continue', { node: at.short(1), n: 3 })
      expect(await at.done('tree')).toMatchObject({
        node: at.short(0),
        passedOver: 1,
        children: [{ node: at.short(2) }, {}, {}, {}],
      })
      const few = await at.done<{ children: unknown[]; moreBelow: string }>('tree', { limit: 3 })
      expect(few.children).toHaveLength(2)
      expect(few.moreBelow).toBe(at.short(1))
    })

    it('finds nodes by their words, on the path or everywhere', async () => {
      await at.done('continue', { node: at.short(1) })
      expect(await at.done('search', { query: 'heddle' })).toMatchObject([
        { node: at.short(2), text: expect.stringContaining('what is a heddle') },
      ])
      expect(await at.done('search', { query: 'continuation' })).toHaveLength(1)
      expect(await at.done('search', { query: 'continuation', where: 'path' })).toEqual([])
      expect(await at.codeOf('search', { query: '"open' })).toBe('search-syntax')
    })
  })

  describe('going elsewhere', () => {
    it('goes to a branch by its name', async () => {
      const other = { ...main, id: 'OTHER', name: 'other', head: at.path[1]?.id ?? null }
      await store.createBranch(other)
      expect(await at.run('switch', { to: 'other' })).toMatchObject({ ok: true, branch: 'OTHER' })
      expect((await store.conversation(conversation.id))?.branch).toBe('OTHER')
    })

    it('goes to the branch that ends at a node, or forks one there', async () => {
      expect(await at.run('switch', { to: at.short(3) })).toMatchObject({ ok: true, branch: main.id })
      const outcome = await at.run('switch', { to: at.short(1) })
      const forked = await store.branch(outcome.branch)
      expect(forked).toMatchObject({ parent: main.id, forkPoint: at.path[1]?.id, head: at.path[1]?.id })
      expect(await at.run('switch', { to: at.short(1) })).toMatchObject({ branch: outcome.branch })
    })

    it('takes the memory along into a fork', async () => {
      await at.done('pin', { node: at.short(0) })
      const { branch } = await at.run('switch', { to: at.short(1) })
      const forked = (await store.branch(branch)) ?? main
      expect(await at.done('memory', {}, { branch: forked })).toMatchObject({ pins: [{ node: at.short(0) }] })
    })

    it('refuses what is neither a branch nor a node of a conversation', async () => {
      expect(await at.codeOf('switch', { to: 'nowhere' })).toBe('unknown-branch')
      const { note } = await at.done<{ note: string }>('annotate', { text: 'odd' })
      expect(await at.codeOf('switch', { to: note })).toBe('unknown-branch')
    })
  })
})
