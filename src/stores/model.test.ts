import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { answers } from '../testing/store-model/answers.ts'
import { step } from '../testing/store-model/steps.ts'
import { memoryStore } from './memory/memory-store.ts'
import { sqliteStore } from './sqlite/sqlite-store.ts'

describe('the SQLite store', () => {
  it('answers like the memory store whatever is written and asked', async () => {
    const property = fc.asyncProperty(fc.array(step, { maxLength: 24, size: 'max' }), async (steps) => {
      const store = sqliteStore(':memory:')
      try {
        expect(await answers(store, steps)).toEqual(await answers(memoryStore(), steps))
      } finally {
        await store.close()
      }
    })
    await fc.assert(property, { numRuns: 300 })
  }, 120_000)
})
