import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createFitter, type Fitted, fitMessages, type MessageFormat } from '../../src/ai-sdk/ai-sdk.ts'
import { readMessages } from '../../src/ai-sdk/read/formats.ts'
import { estimate } from '../../src/core/content/measure.ts'
import { sizeOfParts } from '../../src/core/content/size.ts'
import type { HistoryStrategy } from '../../src/core/plan-input.ts'
import { exampleMessages, exampleTurns } from './example-conversation.ts'

type Message = { readonly [key: string]: unknown }

const formats: readonly MessageFormat[] = ['openai-chat', 'openai-responses', 'anthropic', 'ai-sdk']
const strategies: readonly HistoryStrategy[] = ['truncateMiddle', 'rollingWindow', 'keepFirstPair', 'stopAtLimit']
const budgets = fc.integer({ min: 40, max: 4000 })
const settings = fc.record({
  strategy: fc.constantFrom(...strategies),
  minimumRecentNodes: fc.nat({ max: 8 }),
  system: fc.constantFrom('', 'You are a weaver.'),
})
const runs = { numRuns: 60 }

function frozen<Value>(value: Value): Value {
  if (typeof value === 'object' && value !== null) {
    for (const held of Object.values(value)) frozen(held)
    Object.freeze(value)
  }
  return value
}

function sizeOf(messages: readonly unknown[], format: MessageFormat): number {
  const { nodes } = readMessages(messages, format)
  return nodes.reduce(
    (sum, { pieces }) =>
      sum +
      4 +
      sizeOfParts(
        pieces.map(({ part }) => part),
        estimate,
      ),
    0,
  )
}

/** How often each call is named. */
function namesOf(messages: readonly unknown[]): Map<string, number> {
  const names = new Map<string, number>()
  for (const [name] of JSON.stringify(messages).matchAll(/"call-\d+"/g)) names.set(name, (names.get(name) ?? 0) + 1)
  return names
}

async function fitted(
  messages: readonly Message[],
  options: Parameters<typeof fitMessages>[1],
): Promise<Fitted<Message> | undefined> {
  const result = await fitMessages(messages, options)
  return result.kind === 'fitted' ? result : undefined
}

describe.each(formats)('messages of %s that are fitted', (format) => {
  it('are never over the budget, whole pairs, in order, the same objects where they are in full', async () => {
    await fc.assert(
      fc.asyncProperty(exampleTurns, budgets, settings, async (turns, budget, given) => {
        const messages = frozen(exampleMessages(turns, format))
        const options = { ...given, budget, format }
        const result = await fitted(messages, options)
        if (!result) return
        const { plan } = result
        expect(plan.budget.used).toBeLessThanOrEqual(budget)
        const system = given.system === '' ? 0 : 4 + estimate.count(given.system)
        expect(sizeOf(result.messages, format) + system).toBeLessThanOrEqual(budget)

        const names = namesOf(messages)
        for (const [name, count] of namesOf(result.messages)) expect(count).toBe(names.get(name))

        const places = result.messages.flatMap((each) => (messages.includes(each) ? [messages.indexOf(each)] : []))
        expect(places).toEqual(places.toSorted((a, b) => a - b))
        expect(new Set(places).size).toBe(places.length)
        const changed = result.explain().filter(({ form, section }) => form !== 'full' && section !== 'system').length
        const originals = new Map(messages.map((each) => [JSON.stringify(each), each]))
        for (const each of result.messages) {
          const same = originals.get(JSON.stringify(each))
          if (same) expect(messages).toContain(each)
          else expect(changed).toBeGreaterThan(0)
        }
        expect(saidIn(result.messages).at(-1)).toBe(saidIn(messages).at(-1))
        expect(JSON.stringify(result.messages.at(-1))).toContain(lastName(messages) ?? '')

        const again = await fitted(messages, options)
        expect(again?.messages).toEqual(result.messages)
        expect(again?.plan).toEqual(plan)
      }),
      runs,
    )
  })

  it('come back as they were where all of them fit', async () => {
    await fc.assert(
      fc.asyncProperty(exampleTurns, settings, async (turns, given) => {
        const messages = frozen(exampleMessages(turns, format))
        const whole = await fitted(messages, { ...given, budget: 1_000_000, format })
        const exactly = await fitted(messages, { ...given, budget: whole?.plan.budget.used ?? 0, format })
        for (const result of [whole, exactly]) {
          expect(result?.messages.length).toBe(messages.length)
          messages.forEach((message, at) => {
            expect(result?.messages[at]).toBe(message)
          })
        }
      }),
      runs,
    )
  })

  it('keep what was sent before, byte for byte, until the budget forces a cut', async () => {
    await fc.assert(
      fc.asyncProperty(exampleTurns, fc.integer({ min: 300, max: 3000 }), settings, async (turns, budget, given) => {
        const messages = frozen(exampleMessages(turns, format))
        const fitter = createFitter({ ...given, budget, format })
        let before: readonly unknown[] = []
        for (let end = 1; end <= messages.length; end++) {
          if (messages[end - 1]?.role === 'assistant' || messages[end - 1]?.type === 'function_call') continue
          const result = await fitter.fit(messages.slice(0, end))
          if (result.kind === 'refusal') return
          expect(result.plan.budget.used).toBeLessThanOrEqual(budget)
          const names = namesOf(messages.slice(0, end))
          for (const [name, count] of namesOf(result.messages)) expect(count).toBe(names.get(name))
          if (result.plan.moment === 'none')
            expect(JSON.stringify(result.messages.slice(0, before.length))).toBe(JSON.stringify(before))
          expect(await fitter.fit(messages.slice(0, end))).toMatchObject({ messages: result.messages })
          before = result.messages
        }
      }),
      { numRuns: 25 },
    )
  })

  it('may be anything', async () => {
    const block = fc.record(
      { type: fc.constantFrom('text', 'file', 'tool-result', 'tool_result'), text: fc.anything() },
      { requiredKeys: [] },
    )
    const odd = fc.record(
      {
        role: fc.constantFrom('user', 'assistant', 'tool', 'system', 'developer', 'judge'),
        content: fc.oneof(fc.anything(), fc.string(), fc.array(block)),
        type: fc.constantFrom('function_call', 'function_call_output', 'reasoning', 'x_call'),
        tool_calls: fc.anything(),
        output: fc.anything(),
        tool_call_id: fc.anything(),
      },
      { requiredKeys: [] },
    )
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.oneof(fc.anything({ withBigInt: true, withDate: true, withMap: true, withSet: true }), odd)),
        budgets,
        async (messages, budget) => {
          const small = await fitMessages(messages, { budget, format })
          if (small.kind === 'fitted') expect(small.plan.budget.used).toBeLessThanOrEqual(budget)
          const large = await fitMessages(messages, { budget: 1_000_000_000 })
          if (large.kind === 'refusal') expect([large.code, messages]).toEqual(['nothing-to-send', []])
          else expect(large.messages).toEqual(messages)
        },
      ),
      { numRuns: 300 },
    )
  })
})

/** What people said: whole messages, or blocks of text beside tool results. */
function saidIn(messages: readonly unknown[]): unknown[] {
  const said = (messages as readonly Message[]).filter(({ role, content }) => role === 'user' && !isMarker(content))
  return said.flatMap(({ content }) => (Array.isArray(content) ? content.filter(isText) : [content]))
}

function isMarker(content: unknown): boolean {
  return typeof content === 'string' && content.startsWith('[')
}

function isText(block: unknown): boolean {
  return typeof block === 'object' && block !== null && 'type' in block && block.type === 'text'
}

/** The last call that the last message is about, if it is about one. */
function lastName(messages: readonly unknown[]): string | undefined {
  return JSON.stringify(messages.at(-1))
    .match(/"call-\d+"/g)
    ?.at(-1)
}
