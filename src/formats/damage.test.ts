import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formats } from './detect.ts'
import type { Entry, Format } from './format.ts'
import { textSource } from './text-source.ts'

const message = {
  role: 'user',
  content: [
    { type: 'text', text: 'a "b" {' },
    { type: 'tool_result', tool_use_id: 'c', content: 'x' },
  ],
}
const call = { role: 'assistant', content: [{ type: 'tool_use', id: 'c', name: 'Read', input: { file_path: 'a' } }] }
const samples: { readonly [format: string]: readonly unknown[] } = {
  'claude-code': [
    { type: 'user', uuid: 'a', parentUuid: null, sessionId: 's', message },
    { type: 'assistant', uuid: 'b', parentUuid: 'a', sessionId: 's', message: call },
    { type: 'user', uuid: 'c', parentUuid: 'b', sessionId: 's', isSidechain: true, message },
    { type: 'system', subtype: 'compact_boundary', uuid: 'd', parentUuid: null, logicalParentUuid: 'b' },
    { type: 'attachment', uuid: 'e', parentUuid: 'd', attachment: { type: 'queued_command', prompt: 'x' } },
  ],
  pi: [
    { type: 'session', id: 's', cwd: '/' },
    { type: 'message', id: 'a', parentId: null, message: { role: 'user', content: 'x' } },
    { type: 'message', id: 'b', parentId: 'a', message: { role: 'toolResult', toolCallId: 'c', content: [] } },
    { type: 'message', message: { role: 'bashExecution', command: 'ls' } },
  ],
  anthropic: [message, call, { system: 'S', messages: [message, call] }],
  openai: [
    { role: 'system', content: 'S' },
    { role: 'assistant', tool_calls: [{ id: 'c', type: 'function', function: { name: 'f', arguments: '{}' } }] },
    { role: 'tool', tool_call_id: 'c', content: 'x' },
    { messages: [message], tools: [{}] },
  ],
}

async function read(format: Format, text: string): Promise<Entry[]> {
  const entries: Entry[] = []
  for await (const entry of format.read(textSource('x', text))) entries.push(entry)
  return entries
}

/** Conversations are opened before their nodes, parents stand before their children, and no key comes twice. */
function checkOrder(entries: readonly Entry[]): void {
  const keys = new Map<string, Set<string>>()
  let current: Set<string> | undefined
  for (const entry of entries) {
    if (entry.kind === 'conversation') {
      current = keys.get(entry.key) ?? new Set()
      keys.set(entry.key, current)
    } else if (entry.kind === 'node') {
      expect(current?.has(entry.key)).toBe(false)
      expect(entry.parent === null ? current?.size === 0 : current?.has(entry.parent)).toBe(true)
      current?.add(entry.key)
    } else {
      expect(entry.message).not.toBe('')
    }
  }
}

const damage = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  remove: fc.nat(40),
  insert: fc.oneof(
    fc.constantFrom(
      '',
      '"',
      '{',
      '}',
      ']',
      '\\',
      '\n',
      '\r\n',
      'null',
      '[]',
      '{}',
      '7',
      '"__proto__":1,',
      '\u0000',
      '['.repeat(300),
    ),
    fc.string({ unit: 'binary' }),
  ),
})

describe.each(formats.map((format) => [format.name, format] as const))('%s on damaged input', (name, format) => {
  const whole = (samples[name] ?? []).map((line) => JSON.stringify(line))

  it('takes the sample in', async () => {
    const entries = await read(format, whole.join('\n'))
    expect(entries.filter(({ kind }) => kind === 'node').length).toBeGreaterThan(1)
  })

  it('never throws, and keeps the order of its entries', async () => {
    await fc.assert(
      fc.asyncProperty(fc.shuffledSubarray(whole), fc.array(damage, { maxLength: 4 }), async (lines, damages) => {
        let text = lines.join('\n')
        for (const { at, remove, insert } of damages) {
          const from = Math.floor(at * text.length)
          text = text.slice(0, from) + insert + text.slice(from + remove)
        }
        format.matches(textSource('x', text).sample)
        checkOrder(await read(format, text))
      }),
      { numRuns: 300 },
    )
  })

  it('never throws on JSON of any shape', async () => {
    const shaped = fc.oneof(fc.json(), fc.constantFrom(...whole))
    await fc.assert(
      fc.asyncProperty(fc.array(shaped), async (lines) => checkOrder(await read(format, lines.join('\n')))),
      { numRuns: 200 },
    )
  })

  it('never throws on fields of another type', async () => {
    const odd = fc.constantFrom<unknown>(
      null,
      0,
      -1,
      '',
      'a',
      true,
      [],
      [null],
      {},
      { type: 'text' },
      [[]],
      [{ type: 'image' }],
    )
    const field = (value: unknown): fc.Arbitrary<unknown> => {
      if (Array.isArray(value)) return fc.oneof({ weight: 5, arbitrary: fc.tuple(...value.map(field)) }, odd)
      if (typeof value !== 'object' || value === null)
        return fc.oneof({ weight: 5, arbitrary: fc.constant(value) }, odd)
      const fields = Object.entries(value).map(([key, held]) => [key, field(held)] as const)
      return fc.oneof({ weight: 9, arbitrary: fc.record(Object.fromEntries(fields), { requiredKeys: [] }) }, odd)
    }
    await fc.assert(
      fc.asyncProperty(fc.tuple(...(samples[name] ?? []).map(field)), async (lines) => {
        checkOrder(await read(format, lines.map((line) => JSON.stringify(line)).join('\n')))
      }),
      { numRuns: 300 },
    )
  })

  it('ends with problems only where nothing can be read', async () => {
    const entries = await read(format, 'words\nand more words\n{"cut":')
    expect(entries.length).toBeGreaterThan(0)
    expect(entries.every(({ kind }) => kind === 'problem')).toBe(true)
  })
})
