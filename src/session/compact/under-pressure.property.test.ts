import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Part } from '../../core/content/part.ts'
import type { HistoryStrategy } from '../../core/plan-input.ts'
import type { ModelFacts } from '../../models/model-facts.ts'
import { memoryStore } from '../../stores/memory/memory-store.ts'
import { sqliteStore } from '../../stores/sqlite/sqlite-store.ts'
import type { Store } from '../../stores/store.ts'
import { extractiveSummariser } from '../../summaries/extractive/extractive.ts'
import { defaultCallSettings } from '../call-request.ts'
import type { Engine } from '../engine.ts'
import { exampleEngine } from '../example-engine.ts'
import { type PlannedCall, planCall } from '../plan-call.ts'
import { replay } from '../replay.ts'
import { type Started, say, startConversation } from '../say.ts'
import { compact } from './compact.ts'
import { compactionsInForce, expand } from './compactions.ts'
import { exampleWriter } from './example-writer.ts'

const limit = 4000
const model: ModelFacts = {
  provider: 'test',
  name: 'model',
  window: limit,
  maxOutput: 0,
  measure: 'characters',
  exact: true,
  messageOverhead: 3,
  prices: null,
  cache: null,
  systemField: false,
  systemMidway: true,
  images: true,
}

const turn = fc.record({
  asks: fc.nat(300),
  steps: fc.array(fc.record({ calls: fc.integer({ min: 0, max: 2 }), size: fc.nat(600) }), { maxLength: 4 }),
})
const strategies: readonly HistoryStrategy[] = ['truncateMiddle', 'rollingWindow', 'keepFirstPair']

const words = (size: number, at: number): string => `${at}. ${'We decided to keep it simple. '.repeat(size / 30 + 1)}`

/** Says a turn, a call planned after each step. */
async function live(
  engine: Engine,
  { branch, conversation }: Started,
  turns: readonly { asks: number; steps: readonly { calls: number; size: number }[] }[],
  historyStrategy: HistoryStrategy,
  done: (call: PlannedCall) => Promise<void>,
): Promise<void> {
  const settings = { ...defaultCallSettings, tokenBuffer: 0, truncationStrategy: historyStrategy }
  const plan = async (): Promise<void> => {
    const made = await planCall(engine, {
      conversation,
      branch,
      model,
      settings: { ...settings, underPressure: 'compact' },
      target: 'chat-completions',
    })
    if (made.kind === 'planned') await done(made)
    else expect(made.code).toBe('newest-over-limit')
  }
  let at = 0
  const tell = async (author: 'human' | 'model' | 'tool', parts: readonly Part[]): Promise<void> => {
    await say(engine, branch, { author, parts })
  }
  for (const { asks, steps } of turns) {
    await tell('human', [{ kind: 'text', text: words(asks, at++) }])
    await plan()
    for (const { calls, size } of steps) {
      const ids = Array.from({ length: calls }, (_, call) => `c${at}.${call}`)
      await tell('model', [
        { kind: 'text', text: words(size / 4, at++) },
        ...ids.map((callId): Part => ({ kind: 'tool-call', callId, name: 'run', input: { at } })),
      ])
      for (const callId of ids)
        await tell('tool', [{ kind: 'tool-result', callId, content: [{ kind: 'text', text: words(size, at++) }] }])
      await plan()
    }
  }
}

describe.each(['memory', 'sqlite'] as const)('a session that is compacted under pressure on a %s store', (kind) => {
  const opened = (): Store => (kind === 'memory' ? memoryStore() : sqliteStore(':memory:'))

  it('stays within the limit, says who stands for what is gone, and comes to the same plans again', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(turn, { minLength: 4, maxLength: 14 }),
        fc.constantFrom(...strategies),
        async (turns, strategy) => {
          const store = opened()
          const engine: Engine = {
            ...exampleEngine(store),
            summaries: { ...exampleWriter(), summariser: extractiveSummariser },
          }
          const started = await startConversation(engine)
          const calls: PlannedCall[] = []
          await live(engine, started, turns, strategy, async (call) => {
            calls.push(call)
            expect(call.plan.budget.used).toBeLessThanOrEqual(limit)
            const sent = new Set(call.plan.kept.map((entry) => (entry.kind === 'kept' ? entry.id : null)))
            for (const { reason } of call.plan.leftOut)
              if (reason.kind === 'summarised') expect(sent).toContain(reason.in)
          })
          for (const { plan } of calls) expect(await replay(engine, plan.id)).toMatchObject({ same: true, where: null })
          await store.close()
        },
      ),
      { numRuns: kind === 'memory' ? 60 : 15 },
    )
  })

  it('is sent as if nothing had been compacted once that is undone', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(turn, { minLength: 4, maxLength: 10 }), async (turns) => {
        const store = opened()
        const engine: Engine = { ...exampleEngine(store), summaries: exampleWriter() }
        const started = await startConversation(engine)
        let last: PlannedCall | undefined
        await live({ ...engine, summaries: undefined } as never, started, turns, 'truncateMiddle', async (call) => {
          last = call
        })
        const again = async (): Promise<string> => {
          const settings = { ...defaultCallSettings, tokenBuffer: 0 }
          const made = await planCall(engine, { ...started, model, settings, target: 'chat-completions' })
          return made.kind === 'planned' ? made.rendered.text : made.code
        }
        const head = (await store.branch(started.branch.id))?.head ?? ''
        const before = await again()
        expect(last === undefined || last.rendered.text === before).toBe(true)
        for (const keepLast of [6, 3, 1])
          await compact(engine, {
            branch: started.branch,
            head,
            measure: 'characters',
            perMessage: 3,
            limit,
            keepLast,
          })
        await again()
        while ((await compactionsInForce(store, started.branch.id, Number.MAX_SAFE_INTEGER)).length > 0)
          await expand(engine, started.branch)
        expect(await again()).toBe(before)
        await store.close()
      }),
      { numRuns: kind === 'memory' ? 60 : 15 },
    )
  })
})
