import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { digestJson } from '../content/digest.ts'
import type { Json } from '../content/json.ts'
import type { AuthorType, Part, ResultContent } from '../content/part.ts'
import type { Kept, Marker } from '../decision.ts'
import type { Section } from '../form.ts'
import { assemble } from './assemble.ts'
import type { Prompt } from './message.ts'
import { repairPairs } from './pairs.ts'
import { render, renderTargets } from './render.ts'
import { toModelMessages } from './targets/ai-sdk.ts'
import { toAnthropic } from './targets/anthropic.ts'
import { toChatCompletions } from './targets/chat-completions.ts'
import { toPlainMessages } from './targets/plain.ts'
import { toResponses } from './targets/responses.ts'

const said = fc.oneof(fc.constant(''), fc.constant(' \n'), fc.string({ unit: 'grapheme', maxLength: 12 }))
const callId = fc.constantFrom('c1', 'c2', 'c3', 'c:4', `long-${'x'.repeat(80)}`)
const data = fc.option(
  fc.record(
    { anthropic: fc.record({ mark: fc.nat(9) }), openai: fc.record({ sign: fc.nat(9) }) },
    { requiredKeys: [] },
  ),
  { nil: undefined },
)

function withOwn<Held extends Part>(part: fc.Arbitrary<Held>): fc.Arbitrary<Held> {
  return fc.tuple(part, data).map(([held, provider]) => (provider === undefined ? held : { ...held, provider }))
}

const as = <Kind extends Part['kind']>(kind: Kind): fc.Arbitrary<Kind> => fc.constant(kind)
const ref = fc.constantFrom(
  'data:image/png;base64,aGk=',
  'https://example.org/x',
  'file_1',
  'data:audio/wav;base64,aGk=',
)
const text = withOwn(fc.record({ kind: as('text'), text: said }))
const media = withOwn(fc.oneof(fc.record({ kind: as('image'), ref }), fc.record({ kind: as('audio'), ref })))
const file = fc.record({ kind: as('file'), path: fc.constant('a.ts'), way: fc.constant('read' as const), text: said })
const content: fc.Arbitrary<ResultContent> = fc.oneof(text, media, file)
const reasoning = fc.oneof(
  fc.record({ kind: as('reasoning'), text: said }),
  said.map((signature) => ({ kind: 'reasoning' as const, text: 'hm', provider: { anthropic: { signature } } })),
  said.map((id) => ({ kind: 'reasoning' as const, text: '', provider: { openai: { type: 'reasoning', id } } })),
  said.map((held) => ({ kind: 'reasoning' as const, text: held, provider: { openai: { reasoning_content: held } } })),
)
const opaque = fc
  .constantFrom('anthropic', 'openai')
  .map((provider) => ({ kind: 'text' as const, text: '', provider: { [provider]: { type: 'own_block', value: 1 } } }))
const input = fc.jsonValue({ maxDepth: 2 }).map((value) => value as Json)
const call = withOwn(fc.record({ kind: as('tool-call'), callId, name: fc.constant('look'), input }))
const contents = fc.array(content, { maxLength: 3 })
const result = withOwn(fc.record({ kind: as('tool-result'), callId, content: contents, isError: fc.boolean() }))

interface Sent {
  readonly section: Section
  readonly author: AuthorType
  readonly parts: readonly Part[]
}

const parts: { readonly [author in AuthorType]: fc.Arbitrary<readonly Part[]> } = {
  human: fc.array(fc.oneof(text, media, file, opaque), { maxLength: 3 }),
  model: fc.array(fc.oneof(text, reasoning, call, call, opaque), { maxLength: 4 }),
  tool: fc.array(result, { maxLength: 4 }),
  system: fc.array(text, { maxLength: 2 }),
}
const from = (section: Section, author: AuthorType): fc.Arbitrary<Sent> =>
  parts[author].map((held) => ({ section, author, parts: held }))
const entry: fc.Arbitrary<Sent | Marker> = fc.oneof(
  { weight: 2, arbitrary: from('history', 'human') },
  { weight: 3, arbitrary: from('history', 'model') },
  { weight: 3, arbitrary: from('history', 'tool') },
  from('history', 'system'),
  from('bundle', 'human'),
  from('retrieved', 'system'),
  from('system', 'system'),
  fc.constant<Marker>({ kind: 'marker', omitted: 3, omittedSize: 30, size: 9 }),
)
const plans = fc.array(entry, { maxLength: 14 }).map((entries) => {
  const contents = new Map<string, readonly Part[]>()
  const kept = entries.map((each, at): Kept | Marker => {
    if ('kind' in each) return each
    const digest = digestJson(each.parts)
    contents.set(digest, each.parts)
    return {
      kind: 'kept',
      id: `n${at}`,
      section: each.section,
      author: each.author,
      form: 'full',
      size: 1,
      content: digest,
      reason: { kind: 'fits' },
    }
  })
  return {
    plan: { kept: freeze(kept) },
    contents: new Map([...contents].map(([digest, held]) => [digest, freeze(held)])),
  }
})
const prompts = plans.map(({ plan, contents }) => assemble(plan, contents))

function freeze<Held>(value: Held): Held {
  if (typeof value === 'object' && value !== null) for (const inner of Object.values(value)) freeze(inner)
  return Object.freeze(value)
}

function holds(check: (prompt: Prompt) => void): void {
  fc.assert(
    fc.property(prompts, (prompt) => check(freeze(prompt))),
    { numRuns: 300 },
  )
}

/** Groups of calls, each with the results that stand directly behind it before anything else. */
interface Exchange {
  readonly calls: readonly string[]
  readonly results: readonly string[]
}

/** Every call is answered once and directly behind, in order, and no result stands anywhere else. */
function expectAnswered(exchanges: readonly Exchange[], results: number): void {
  for (const { calls, results: answers } of exchanges) expect(answers).toEqual(calls)
  expect(results).toBe(exchanges.reduce((sum, { calls }) => sum + calls.length, 0))
}

const callsOf = (prompt: Prompt): number =>
  prompt.messages.flatMap(({ parts: held }) => held).filter(({ kind }) => kind === 'tool-call').length

describe('a prompt', () => {
  it('never has two neighbours of one role, nor an empty message, and its edges are numbers of parts', () => {
    holds(({ messages }) => {
      for (const [at, { role, parts: held, edges = [] }] of messages.entries()) {
        expect(role).not.toBe(messages[at - 1]?.role)
        expect(held.length).toBeGreaterThan(0)
        for (const edge of edges) expect(held[edge]).toBeDefined()
      }
    })
  })

  it('answers every call exactly once, directly behind it, ahead of anything else', () => {
    holds(({ messages }) => {
      let results = 0
      const exchanges = messages.map(({ parts: held }, at): Exchange => {
        results += held.filter(({ kind }) => kind === 'tool-result').length
        const behind = messages[at + 1]?.parts ?? []
        const calls = held.flatMap((part) => (part.kind === 'tool-call' ? [part.callId] : []))
        return {
          calls,
          results: behind.slice(0, calls.length).flatMap((part) => (part.kind === 'tool-result' ? [part.callId] : [])),
        }
      })
      expectAnswered(exchanges, results)
    })
  })

  it('needs no repair', () => {
    holds((prompt) => {
      expect(repairPairs(prompt.messages)).toEqual({ messages: prompt.messages, leftOut: [] })
    })
  })

  it('keeps every node that has something to send, but for results that answer nothing', () => {
    fc.assert(
      fc.property(plans, ({ plan, contents }) => {
        const nodes = new Set(assemble(plan, contents).messages.flatMap((message) => message.nodes))
        for (const each of plan.kept) {
          if (each.kind === 'marker' || each.section === 'system') continue
          const held = contents.get(each.content ?? '') ?? []
          const speaks = held.some(
            (part) => part.kind !== 'tool-result' && (part.kind !== 'text' || part.text.trim() !== '' || part.provider),
          )
          if (speaks) expect(nodes).toContain(each.id)
        }
      }),
    )
  })
})

describe('the renderings', () => {
  it('never change what they are given, and are the same every time', () => {
    fc.assert(
      fc.property(plans, fc.constantFrom(...renderTargets), ({ plan, contents }, target) => {
        const options = { cacheBreakpoints: true }
        const once = JSON.stringify(render(target, plan, contents, options))
        expect(JSON.stringify(render(target, plan, contents, options))).toBe(once)
      }),
      { numRuns: 300 },
    )
  })

  it('for Anthropic alternate between the roles, hold no blank text, and answer every call', () => {
    holds((prompt) => {
      const { messages } = toAnthropic(prompt, { cacheBreakpoints: true }).request
      let results = 0
      const exchanges = messages.map(({ role, content: blocks }, at): Exchange => {
        expect(role).not.toBe(messages[at - 1]?.role)
        expect(blocks.length).toBeGreaterThan(0)
        for (const block of blocks) if (block.type === 'text') expect(block.text.trim()).not.toBe('')
        results += blocks.filter(({ type }) => type === 'tool_result').length
        const calls = blocks.flatMap((block) => (block.type === 'tool_use' ? [block.id] : []))
        const behind = messages[at + 1]?.content.slice(0, calls.length) ?? []
        return { calls, results: behind.flatMap((block) => (block.type === 'tool_result' ? [block.tool_use_id] : [])) }
      })
      expectAnswered(exchanges, results)
      const ids = exchanges.flatMap(({ calls }) => calls)
      expect(new Set(ids).size).toBe(callsOf(prompt))
      for (const id of ids) expect(id).toMatch(/^[a-zA-Z0-9_-]{1,64}$/)
      expect(JSON.stringify(messages).split('"cache_control"').length - 1).toBeLessThanOrEqual(4)
    })
  })

  it('for Chat Completions answer every call', () => {
    holds((prompt) => {
      const { messages } = toChatCompletions(prompt).request
      const exchanges = messages.map((message, at): Exchange => {
        const calls = message.role === 'assistant' ? (message.tool_calls ?? []).map(({ id }) => id) : []
        const behind = messages.slice(at + 1, at + 1 + calls.length)
        return { calls, results: behind.flatMap((each) => (each.role === 'tool' ? [each.tool_call_id] : [])) }
      })
      expectAnswered(exchanges, messages.filter(({ role }) => role === 'tool').length)
      expect(exchanges.flatMap(({ calls }) => calls)).toHaveLength(callsOf(prompt))
    })
  })

  it('for Responses answer every call', () => {
    holds((prompt) => {
      const { input } = toResponses(prompt).request
      const calls = input.flatMap((item) => (item.type === 'function_call' ? [item.call_id] : []))
      const outputs = input.flatMap((item) => (item.type === 'function_call_output' ? [item.call_id] : []))
      expect(outputs).toEqual(calls)
      expect(calls).toHaveLength(callsOf(prompt))
    })
  })

  it('for the AI SDK answer every call, by the name of its tool', () => {
    holds((prompt) => {
      const { messages } = toModelMessages(prompt).request
      let results = 0
      const exchanges = messages.map((message, at): Exchange => {
        if (message.role === 'tool') {
          results += message.content.length
          for (const { toolName } of message.content) expect(toolName).toBe('look')
        }
        const held = message.role === 'assistant' && typeof message.content !== 'string' ? message.content : []
        const calls = held.flatMap((part) => (part.type === 'tool-call' ? [part.toolCallId] : []))
        const behind = messages[at + 1]
        return {
          calls,
          results:
            calls.length > 0 && behind?.role === 'tool' ? behind.content.map(({ toolCallId }) => toolCallId) : [],
        }
      })
      expectAnswered(exchanges, results)
    })
  })

  it('as plain text hold no two neighbours of one role and no empty text', () => {
    holds((prompt) => {
      const { messages } = toPlainMessages(prompt, { systemField: false })
      for (const [at, { role, text: value }] of messages.entries()) {
        expect(role).not.toBe(messages[at - 1]?.role)
        expect(value).not.toBe('')
      }
    })
  })

  it('give provider data back to their provider and to no other', () => {
    holds((prompt) => {
      const held = prompt.messages.flatMap(({ role, parts: all }) => all.map((part) => ({ role, part })))
      const toolData = (provider: string, key: string): unknown[] =>
        held.flatMap(({ part }) =>
          part.kind === 'tool-call' || part.kind === 'tool-result' ? (part.provider?.[provider]?.[key] ?? []) : [],
        )
      const { messages } = toAnthropic(prompt).request
      const blocks = messages.flatMap(({ content: all }) => all).filter(({ type }) => type.startsWith('tool_'))
      expect(blocks.flatMap((block) => ('mark' in block ? [block.mark] : []))).toEqual(toolData('anthropic', 'mark'))
      expect(JSON.stringify(messages)).not.toContain('"sign"')
      const { input } = toResponses(prompt).request
      const items = input.filter(({ type }) => type.startsWith('function_'))
      expect(items.flatMap((item) => ('sign' in item ? [item.sign] : []))).toEqual(toolData('openai', 'sign'))
      for (const request of [input, toChatCompletions(prompt).request])
        expect(JSON.stringify(request)).not.toContain('"mark"')
      const opaqueOf = (provider: string) =>
        held.filter(({ part }) => part.provider?.[provider]?.type === 'own_block').length
      expect(blocksNamed(messages, 'own_block')).toBe(opaqueOf('anthropic'))
      expect(blocksNamed(input, 'own_block')).toBe(opaqueOf('openai'))
      expect(blocksNamed(toChatCompletions(prompt).request.messages, 'own_block')).toBe(opaqueOf('openai'))
    })
  })
})

function blocksNamed(request: unknown, type: string): number {
  return JSON.stringify(request).split(`"type":"${type}"`).length - 1
}
