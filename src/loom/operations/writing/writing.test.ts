import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { characters } from '../../../core/content/measure.ts'
import { memoryStore } from '../../../stores/memory/memory-store.ts'
import { sqliteStore } from '../../../stores/sqlite/sqlite-store.ts'
import type { Store } from '../../../stores/store.ts'
import { type ExampleLoom, exampleLoom, main } from '../example-loom.ts'
import type { Generator } from '../operation.ts'
import { runOperation } from '../run.ts'

describe.each(['memory', 'sqlite'] as const)('writing on a %s store', (kind) => {
  let store: Store
  let at: ExampleLoom

  beforeEach(async () => {
    store = kind === 'memory' ? memoryStore() : sqliteStore(':memory:')
    at = await exampleLoom(store)
  })

  afterEach(async () => {
    await store.close()
  })

  describe('writing', () => {
    it('writes a note that is on no path', async () => {
      const { note } = await at.done<{ note: string }>('annotate', { node: at.short(1), text: 'nice' })
      expect(await at.done('view', { node: note })).toMatchObject({ onPath: false, author: 'model', authorId: 'Ada' })
      expect((await store.branch(main.id))?.head).toBe(at.path[3]?.id)
    })

    it('makes a version in place of a node, and what follows it stays', async () => {
      const { version } = await at.done<{ version: string }>('edit', { node: at.short(1), text: 'hello to you' })
      const route = await store.route(at.path[3]?.id ?? '', main.id)
      const texts = (await store.path(route, 0, 9, characters)).map(({ shortId }) => shortId)
      expect(texts).toEqual([at.short(0), version, at.short(2), at.short(3)])
    })

    it('goes on with the new version where the branch had chosen the old one', async () => {
      const { version } = await at.done<{ version: string }>('edit', { node: at.short(1), text: 'second' })
      await store.select(main.id, at.path[2]?.id ?? '', { source: at.path[1]?.id ?? '' }, 1)
      const third = await at.done<{ version: string }>('edit', { node: at.short(1), text: 'third' })
      const route = await store.route(at.path[3]?.id ?? '', main.id)
      expect((await store.path(route, 1, 1, characters))[0]?.shortId).toBe(third.version)
      expect(third.version).not.toBe(version)
    })

    it('moves the branch to a version of its last node', async () => {
      const { version } = await at.done<{ version: string }>('edit', {
        node: at.short(3),
        text: 'a part of a loom, indeed',
      })
      expect(await at.done('view')).toMatchObject({ node: version, versionOf: at.short(3) })
    })

    it('refuses a version of the root', async () => {
      expect(await at.codeOf('edit', { node: at.short(0), text: 'x' })).toBe('version-of-root')
    })

    it('links two nodes, an ancestor first whatever is asked', async () => {
      expect(await at.done('link', { from: at.short(3), to: at.short(0) })).toEqual({
        from: at.short(0),
        to: at.short(3),
      })
      expect(await at.codeOf('link', { from: at.short(0), to: at.short(0) })).toBe('cycle')
    })

    it('sets and removes a bookmark', async () => {
      await at.done('bookmark', { node: at.short(1), label: 'greeting' })
      expect(await at.done('list', { kind: 'bookmarks' })).toMatchObject([{ node: at.short(1), label: 'greeting' }])
      await at.done('bookmark', { node: at.short(1), remove: true })
      expect(await at.done('list', { kind: 'bookmarks' })).toEqual([])
    })

    it('prunes off the path only, and restores exactly that', async () => {
      const { nodes } = await at.done<{ nodes: { node: string }[] }>('continue', { node: at.short(1), n: 1 })
      const off = nodes[0]?.node ?? ''
      expect(await at.codeOf('prune', { node: at.short(2) })).toBe('on-path')
      const { prune } = await at.done<{ prune: string }>('prune', { node: off })
      expect(await at.done('view', { node: off })).toMatchObject({ leftOut: 'pruned' })
      expect(await at.done('list', { kind: 'prunes' })).toEqual([{ prune, node: off, nodes: 1 }])
      expect(await at.done('restore', { prune: off })).toEqual({ restored: off, nodes: 1 })
      expect(await at.done('view', { node: off })).not.toHaveProperty('leftOut')
      expect(await at.codeOf('restore', { prune: off })).toBe('not-pruned')
    })
  })

  describe('generating', () => {
    it('writes continuations side by side, and the branch stays where it is', async () => {
      const { nodes } = await at.done<{ nodes: { text: string }[] }>('continue', { n: 3 })
      expect(nodes.map(({ text }) => text)).toEqual(['continuation 1', 'continuation 2', 'continuation 3'])
      expect((await store.branch(main.id))?.head).toBe(at.path[3]?.id)
    })

    it('writes ten at the most, and none without a model', async () => {
      expect(await at.done('continue', { n: 10 })).toMatchObject({ nodes: { length: 10 } })
      expect(await at.codeOf('continue', { n: 11 })).toBe('too-many')
      expect(await at.codeOf('continue', { n: 0 })).toBe('invalid-input')
      const { generator: _, ...without } = at.loom
      expect(await runOperation(at.engine, without, 'continue', {})).toMatchObject({ error: { code: 'no-generator' } })
    })

    it('lets a fault of the model through', async () => {
      const failing: Generator = { generate: async () => Promise.reject(new Error('offline')) }
      await expect(at.run('continue', {}, { generator: failing })).rejects.toThrow('offline')
    })
  })
})
