import type Anthropic from '@anthropic-ai/sdk'
import { type ModelMessage, tool } from 'ai'
import type OpenAI from 'openai'
import { describe, expect, expectTypeOf, it } from 'vitest'
import { z } from 'zod'
import { BadBudget, type Fitted, fitMessages } from '../../src/ai-sdk/ai-sdk.ts'
import type { Refusal } from '../../src/core/refusal.ts'

const words = (count: number): string => Array.from({ length: count }, (_, at) => `word${at}`).join(' ')
const file = Array.from({ length: 60 }, (_, at) => `const value${at} = compute(${at})`).join('\n')

/** The result, which is no refusal. */
async function fitted<Message, System>(
  result: Promise<Fitted<Message, System> | Refusal>,
): Promise<Fitted<Message, System>> {
  const made = await result
  if (made.kind === 'refusal') throw new Error(`refused: ${made.code}`)
  return made
}

/** An old question, files that were read twice, and a new question. */
const read = (id: string): Anthropic.MessageParam[] => [
  { role: 'assistant', content: [{ type: 'tool_use', id, name: 'read_file', input: { path: 'src/a.ts' } }] },
  {
    role: 'user',
    content: [{ type: 'tool_result', tool_use_id: id, content: file, cache_control: { type: 'ephemeral' } }],
  },
]

describe('fitMessages', () => {
  it('takes chat messages as OpenAI types them', async () => {
    const messages: OpenAI.ChatCompletionMessageParam[] = [
      { role: 'developer', content: 'Be short.' },
      { role: 'user', content: words(300) },
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: 'c', type: 'function', function: { name: 'look', arguments: '{}' } }],
      },
      { role: 'tool', tool_call_id: 'c', content: words(300) },
      { role: 'assistant', content: 'Seen.' },
      { role: 'user', content: 'And now?' },
    ]
    const result = await fitted(fitMessages(messages, { budget: 200, minimumRecentNodes: 1 }))
    expectTypeOf(result.messages).toEqualTypeOf<OpenAI.ChatCompletionMessageParam[]>()
    expect(result.messages).toEqual([
      messages[0],
      { role: 'user', content: expect.stringMatching(/^\[Part of this conversation is left out here\. Nodes: 3\./) },
      messages[4],
      messages[5],
    ])
    expect(result.messages[0]).toBe(messages[0])
    expect(result.explain().map(({ item, to, reason }) => ({ item, to, reason }))).toEqual([
      { item: 'system:conversation', to: undefined, reason: 'required' },
      { item: null, to: undefined, reason: 'marker' },
      { item: 'messages[4]', to: undefined, reason: 'recent' },
      { item: 'messages[5]', to: undefined, reason: 'newest-input' },
      { item: 'messages[1]', to: 'messages[3]', reason: 'over-budget' },
    ])
  })

  it('takes input items of responses as OpenAI types them, and keeps reasoning with what follows it', async () => {
    const items: OpenAI.Responses.ResponseInputItem[] = [
      { role: 'user', content: words(100) },
      { type: 'reasoning', id: 'r', summary: [] },
      { type: 'function_call', call_id: 'a', name: 'look', arguments: '{}' },
      { type: 'function_call', call_id: 'b', name: 'look', arguments: '{}' },
      { type: 'function_call_output', call_id: 'a', output: words(200) },
      { type: 'function_call_output', call_id: 'b', output: words(200) },
      { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'And now?' }] },
    ]
    const whole = await fitted(fitMessages(items, { budget: { model: 'openai:gpt-5' } }))
    expectTypeOf(whole.messages).toEqualTypeOf<OpenAI.Responses.ResponseInputItem[]>()
    expect(whole.messages).toEqual(items)
    expect(whole.plan.measure).toBe('o200k_base')
    const cut = await fitted(fitMessages(items, { budget: 300, strategy: 'rollingWindow' }))
    expect(cut.messages).toEqual([items[6]])
  })

  it('sends outputs whose calls the provider remembers', async () => {
    const items: OpenAI.Responses.ResponseInputItem[] = [
      { type: 'function_call_output', call_id: 'a', output: 'seen' },
      { type: 'item_reference', id: 'msg_1' },
    ]
    expect((await fitted(fitMessages(items, { budget: 500 }))).messages).toEqual(items)
  })

  it('takes messages as Anthropic types them, and gives way to a notice where a file is shown again', async () => {
    const messages: Anthropic.MessageParam[] = [
      { role: 'user', content: 'Read it.' },
      ...read('a'),
      { role: 'assistant', content: [{ type: 'text', text: 'Read.' }] },
      { role: 'user', content: 'Again.' },
      ...read('b'),
    ]
    const system: Anthropic.TextBlockParam[] = [
      { type: 'text', text: 'Be short.', cache_control: { type: 'ephemeral' } },
    ]
    const result = await fitted(fitMessages(messages, { budget: 700, system }))
    expectTypeOf(result.messages).toEqualTypeOf<Anthropic.MessageParam[]>()
    expect(result.system).toBe(system)
    expect(result.messages).toHaveLength(messages.length)
    expect(result.messages[2]).toEqual({
      role: 'user',
      content: [
        {
          type: 'tool_result',
          tool_use_id: 'a',
          content: '[shown again in message 7: src/a.ts]',
          cache_control: { type: 'ephemeral' },
        },
      ],
    })
    const others = messages.filter((_, at) => at !== 2)
    expect(result.messages.filter((_, at) => at !== 2).every((each, at) => each === others[at])).toBe(true)
    expect(JSON.stringify(messages[2])).toContain('value59')
  })

  it('takes messages as the AI SDK types them, and shortens a result that may not go', async () => {
    const messages: ModelMessage[] = [
      {
        role: 'user',
        content: [
          { type: 'text', text: 'Look.' },
          { type: 'file', mediaType: 'image/png', data: new Uint8Array(9) },
        ],
      },
      { role: 'assistant', content: [{ type: 'tool-call', toolCallId: 'c', toolName: 'look', input: {} }] },
      {
        role: 'tool',
        content: [
          {
            type: 'tool-result',
            toolCallId: 'c',
            toolName: 'look',
            output: { type: 'json', value: { seen: words(900) } },
          },
        ],
      },
    ]
    const result = await fitted(fitMessages(messages, { budget: 2000 }))
    expectTypeOf(result.messages).toEqualTypeOf<ModelMessage[]>()
    expect(result.messages.slice(0, 2)).toEqual(messages.slice(0, 2))
    expect(result.messages[2]).toMatchObject({
      content: [
        {
          toolCallId: 'c',
          output: { type: 'text', value: expect.stringMatching(/^\{"seen":"word0[\s\S]*characters left out/) },
        },
      ],
    })
    expect(result.plan.budget.used).toBeLessThanOrEqual(2000)
  })

  it('keeps a request for approval and its answer with the call', async () => {
    const messages: ModelMessage[] = [
      { role: 'user', content: words(50) },
      {
        role: 'assistant',
        content: [
          { type: 'tool-call', toolCallId: 'c', toolName: 'run', input: { command: words(50) } },
          { type: 'tool-approval-request', approvalId: 'yes', toolCallId: 'c' },
        ],
      },
      { role: 'tool', content: [{ type: 'tool-approval-response', approvalId: 'yes', approved: true }] },
    ]
    const sizes = Array.from({ length: 30 }, (_, at) => 10 * at + 10)
    for (const budget of sizes) {
      const result = await fitMessages(messages, { budget })
      if (result.kind === 'fitted') expect(result.messages).toEqual(expect.arrayContaining(messages.slice(1)))
    }
  })

  it('reads messages that every kind could have written, and marks gaps as every kind takes it', async () => {
    const messages = [words(200), 'Yes.', 'Go on.'].map((content, at) => ({
      role: at % 2 ? ('assistant' as const) : ('user' as const),
      content,
    }))
    const result = await fitted(fitMessages(messages, { budget: 80 }))
    expect(result.messages).toEqual([
      { role: 'user', content: expect.stringContaining('left out here') },
      messages[1],
      messages[2],
    ])
    const typed: (OpenAI.ChatCompletionMessageParam & Anthropic.MessageParam & ModelMessage)[] = result.messages
    expect(typed).toHaveLength(3)
  })

  it('counts tools and system text, in whatever form they come', async () => {
    const messages = [{ role: 'user', content: 'Hi' }]
    const schema = { type: 'object', properties: { path: { type: 'string', description: words(20) } } }
    const all: unknown[] = [
      [{ type: 'function', function: { name: 'look', description: 'Looks.', parameters: schema } }],
      [{ type: 'function', name: 'look', description: 'Looks.', parameters: schema }],
      [{ name: 'look', description: 'Looks.', input_schema: schema }],
      { look: tool({ description: 'Looks.', inputSchema: z.object({ path: z.string().describe(words(20)) }) }) },
    ]
    const bare = await fitted(fitMessages(messages, { budget: 500 }))
    for (const tools of all) {
      const { budget } = (await fitted(fitMessages(messages, { budget: 500, tools }))).plan
      expect(budget.used).toBeGreaterThan(bare.plan.budget.used + 40)
      expect(budget.used).toBeLessThan(bare.plan.budget.used + 140)
    }
    const told = await fitted(fitMessages(messages, { budget: 500, system: words(40) }))
    expect(told.plan.budget.used).toBeGreaterThan(bare.plan.budget.used + 40)
  })

  it('refuses with figures what cannot be sent', async () => {
    const messages = [{ role: 'user', content: words(100) }]
    expect(await fitMessages(messages, { budget: 20 })).toMatchObject({
      kind: 'refusal',
      code: 'newest-over-limit',
      limit: 20,
    })
    expect(await fitMessages([], { budget: 20 })).toMatchObject({ kind: 'refusal', code: 'nothing-to-send' })
    const two = [...messages, { role: 'assistant', content: 'Yes.' }, { role: 'user', content: 'Go on.' }]
    expect(await fitMessages(two, { budget: 100, strategy: 'stopAtLimit' })).toMatchObject({
      code: 'over-limit',
      overBy: expect.any(Number),
      largest: [{ id: 'messages[0]' }, { id: 'messages[2]' }, { id: 'messages[1]' }],
    })
  })

  it('says what is wrong with a budget, a model or a measure', async () => {
    for (const budget of [0, -1, 0.5, Number.NaN])
      await expect(fitMessages([], { budget })).rejects.toBeInstanceOf(BadBudget)
    await expect(fitMessages([], { budget: { model: 'nobody:nothing' } })).rejects.toMatchObject({
      code: 'unknown-model',
    })
    await expect(fitMessages([], { budget: 1, measure: 'ells' })).rejects.toMatchObject({ code: 'unknown-measure' })
  })

  it('puts a message ahead where the model would speak first', async () => {
    const messages = [words(60), 'Yes.', words(60), 'No.', 'Go on.'].map((content, at) => ({
      role: at % 2 ? ('assistant' as const) : ('user' as const),
      content,
    }))
    const result = await fitted(fitMessages(messages, { budget: 50, strategy: 'rollingWindow' }))
    expect(result.messages).toEqual([
      { role: 'user', content: '[What came before is left out.]' },
      messages[3],
      messages[4],
    ])
    expect(result.explain()[0]).toMatchObject({ item: 'lead', in: true })
  })

  it('shortens texts in a copy, block by block', async () => {
    const pasted = `Look.\n<file_content path="a.ts">\n${file}\n</file_content>\nWell?`
    const messages: Anthropic.MessageParam[] = [
      {
        role: 'user',
        content: [
          { type: 'text', text: pasted, cache_control: { type: 'ephemeral' } },
          { type: 'document', source: { type: 'text', media_type: 'text/plain', data: words(200) } },
        ],
      },
    ]
    const [whole] = messages
    for (const budget of [100, 200, 300, 400, 500, 600, 700]) {
      const result = await fitMessages(messages, { budget })
      if (result.kind === 'refusal') continue
      const [sent] = result.messages
      expect(sent).toMatchObject({ content: [{ cache_control: { type: 'ephemeral' } }, { type: 'document' }] })
      expect(JSON.stringify(sent)).toMatch(/Look\..*characters left out.*Well\?/)
      expect(JSON.stringify(whole)).not.toContain('characters left out')
    }
    expect(await fitMessages(messages, { budget: 300 })).toMatchObject({ kind: 'fitted' })
  })

  it('counts pictures at their price, not by their data', async () => {
    const data = 'A'.repeat(400_000)
    const items: OpenAI.Responses.ResponseInputItem[] = [
      { role: 'user', content: [{ type: 'input_image', image_url: `data:image/png;base64,${data}`, detail: 'auto' }] },
      {
        type: 'computer_call_output',
        call_id: 'c',
        output: { type: 'computer_screenshot', image_url: `data:image/png;base64,${data}` },
      },
    ]
    const result = await fitted(fitMessages(items, { budget: 5000 }))
    expect(result.messages).toEqual(items)
  })

  it('counts in a measure of one’s own', async () => {
    const measure = { id: 'ones', count: (text: string) => (text === '' ? 0 : 1) }
    const result = await fitted(fitMessages([{ role: 'user', content: words(50) }], { budget: 10, measure }))
    expect(result.plan).toMatchObject({ measure: 'ones', budget: { used: 5 } })
  })
})
