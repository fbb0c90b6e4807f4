import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'

const block = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('text'), text: z.string().min(1) }),
  z.strictObject({
    type: z.literal('tool_use'),
    id: z.string(),
    name: z.string(),
    input: z.record(z.string(), z.json()),
  }),
  z.strictObject({
    type: z.literal('tool_result'),
    tool_use_id: z.string(),
    content: z.string().min(1),
    is_error: z.literal(true).optional(),
  }),
])
const session = z.strictObject({
  model: z.string(),
  system: z.string().min(1),
  tools: z.array(z.object({ name: z.string(), description: z.string(), input_schema: z.json() })),
  messages: z.array(z.object({ role: z.enum(['user', 'assistant']), content: z.union([z.string(), z.array(block)]) })),
})

const text = readFileSync(new URL('../../examples/coding-session.json', import.meta.url), 'utf8')
const { tools, messages } = session.parse(JSON.parse(text))
const blocks = messages.map(({ content }) => (typeof content === 'string' ? [] : content))
const uses = blocks.flat().filter((held) => held.type === 'tool_use')

describe('the example conversation', () => {
  it('has at least 60 messages, a person and a model in turn', () => {
    expect(messages.length).toBeGreaterThanOrEqual(60)
    expect(messages.map(({ role }) => role)).toEqual(messages.map((_, at) => (at % 2 === 0 ? 'user' : 'assistant')))
  })

  it('answers every call in the message behind it, in order', () => {
    const idsAt = (at: number, type: 'tool_use' | 'tool_result'): string[] =>
      (blocks[at] ?? []).flatMap((held) => {
        if (held.type !== type) return []
        return [held.type === 'tool_use' ? held.id : held.tool_use_id]
      })
    expect(idsAt(0, 'tool_result')).toEqual([])
    for (const at of messages.keys()) expect(idsAt(at + 1, 'tool_result')).toEqual(idsAt(at, 'tool_use'))
    expect(new Set(uses.map(({ id }) => id)).size).toBe(uses.length)
  })

  it('calls only tools that it defines', () => {
    const names = new Set(tools.map(({ name }) => name))
    expect(uses.filter(({ name }) => !names.has(name))).toEqual([])
  })

  it('reads files again, whole and in part, also after they were edited', () => {
    const touched = (name: string): unknown[] => uses.filter((use) => use.name === name).map(({ input }) => input.path)
    const whole = uses.filter(({ name, input }) => name === 'read_file' && input.start_line === undefined)
    const ranges = uses.filter(({ name, input }) => name === 'read_file' && input.start_line !== undefined)
    expect(whole.length - new Set(whole.map(({ input }) => input.path)).size).toBeGreaterThanOrEqual(5)
    expect(ranges.length).toBeGreaterThanOrEqual(3)
    expect(touched('str_replace').filter((path) => touched('read_file').includes(path)).length).toBeGreaterThan(0)
  })

  it('names no folder of the machine on which it was made', () => {
    expect(text).not.toMatch(/(^|[\s"'(])\/(work|home|tmp|Users|private|var)\//mu)
  })
})
