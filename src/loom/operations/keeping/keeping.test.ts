import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { memoryStore } from '../../../stores/memory/memory-store.ts'
import { sqliteStore } from '../../../stores/sqlite/sqlite-store.ts'
import type { Store } from '../../../stores/store.ts'
import { type ExampleLoom, exampleLoom } from '../example-loom.ts'

describe.each(['memory', 'sqlite'] as const)('keeping things on a %s store', (kind) => {
  let store: Store
  let at: ExampleLoom

  beforeEach(async () => {
    store = kind === 'memory' ? memoryStore() : sqliteStore(':memory:')
    at = await exampleLoom(store)
  })

  afterEach(async () => {
    await store.close()
  })

  describe('keeping', () => {
    it('pins, stashes, recalls and drops', async () => {
      await at.done('pin', { node: at.short(0) })
      expect(await at.done('stash', { label: 'later' })).toEqual({ stashed: 'later', items: 1 })
      expect(await at.done('memory')).toMatchObject({
        pins: [],
        stashes: [{ label: 'later', size: 5, recalled: false }],
      })
      expect(await at.done('recall', { label: 'later' })).toEqual({ recalled: 'later', items: 1, size: 5 })
      expect(await at.done('stash', { label: 'later' })).toEqual({ stashed: 'later', items: 1 })
      await at.done('drop', { label: 'later' })
      expect(await at.done('memory')).toMatchObject({ pins: [], stashes: [] })
    })

    it('says what is not there', async () => {
      expect(await at.codeOf('recall', { label: 'lost' })).toBe('nothing-stashed')
      expect(await at.codeOf('drop', { label: 'lost' })).toBe('nothing-stashed')
      expect(await at.codeOf('stash', { label: 'empty' })).toBe('nothing-to-stash')
      expect(await at.codeOf('drop', { node: at.short(0) })).toBe('not-pinned')
    })

    it('keeps only so much', async () => {
      const more = await at.say(Array.from({ length: 21 }, (_, number) => `more ${number}`))
      for (const { shortId } of more.slice(0, 20)) await at.done('pin', { node: shortId })
      expect(await at.codeOf('pin', { node: more[20]?.shortId })).toBe('too-many')
      expect(
        await at.codeOf('stash', { label: 'l', nodes: more.slice(0, 21).flatMap((each) => [each.shortId, 'x', 'y']) }),
      ).toBe('too-many')
    })
  })
})
