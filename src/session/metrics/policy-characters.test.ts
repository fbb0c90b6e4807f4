import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { memoryStore } from '../../stores/memory/memory-store.ts'
import { sqliteStore } from '../../stores/sqlite/sqlite-store.ts'
import type { Store } from '../../stores/store.ts'
import { defaultCallSettings } from '../call-request.ts'
import type { Engine } from '../engine.ts'
import { exampleEngine } from '../example-engine.ts'
import { planCall } from '../plan-call.ts'
import { type Recording, recordSession } from '../simulate/example-recording.ts'
import { policyCharacters } from './policy-characters.ts'

describe.each(['memory', 'sqlite'] as const)('policies in characters on a %s store', (kind) => {
  let store: Store
  let engine: Engine
  let session: Recording

  beforeEach(async () => {
    store = kind === 'memory' ? memoryStore() : sqliteStore(':memory:')
    engine = exampleEngine(store)
    session = await recordSession(engine, 60)
  })
  afterEach(() => store.close())

  async function steps(budget: number): Promise<{ counted: number[][]; planned: number[][] }> {
    const { conversation, branch } = session
    const model = {
      ...{ provider: 'test', name: 'model', window: 200_000, maxOutput: 500, measure: 'characters', exact: true },
      ...{ messageOverhead: 0, prices: null, cache: null, systemField: true, systemMidway: false, images: true },
    }
    const settings = { ...defaultCallSettings, tokenBuffer: 0 }
    const made = await planCall(engine, { conversation, branch, model, settings, budget, target: 'anthropic' })
    if (made.kind === 'refusal') throw new Error(made.code)
    const counted = await policyCharacters(engine, made.recipe)
    return {
      counted: counted.map(({ before, after }) => [before, after]),
      planned: made.plan.policies.map(({ before, after }) => [before, after]),
    }
  }

  it.each([100_000, 30_000, 8_000])(
    'are the plan’s own steps where it counts characters itself, under %i',
    async (budget) => {
      const { counted, planned } = await steps(budget)
      expect(counted).toEqual(planned)
    },
  )
})
