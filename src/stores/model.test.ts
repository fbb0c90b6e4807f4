import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { answers } from '../testing/store-model/answers.ts'
import { callAnswers } from '../testing/store-model/call-answers.ts'
import { callStep } from '../testing/store-model/call-steps.ts'
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

  it('answers like the memory store whatever is written and asked about calls', async () => {
    const property = fc.asyncProperty(fc.array(callStep, { maxLength: 60, size: 'max' }), async (steps) => {
      const store = sqliteStore(':memory:')
      try {
        expect(await callAnswers(store, steps)).toEqual(await callAnswers(memoryStore(), steps))
      } finally {
        await store.close()
      }
    })
    await fc.assert(property, { numRuns: 300 })
  }, 120_000)
})
