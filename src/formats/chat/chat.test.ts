import { describe, expect, it } from 'vitest'
import type { Entry } from '../format.ts'
import { openai } from '../openai/openai.ts'
import { textSource } from '../text-source.ts'

async function read(text: string): Promise<Entry[]> {
  const source = textSource('chat.json', text)
  const cut = { ...source.sample, text: text.slice(0, 1 << 16) }
  const entries: Entry[] = []
  for await (const entry of openai.read({ ...source, sample: cut })) entries.push(entry)
  return entries
}

const hi = { role: 'user', content: 'Hi' }
const long = Array.from({ length: 4000 }, (_, n) => ({ role: n % 2 ? 'assistant' : 'user', content: `Message ${n}.` }))
const kinds = (entries: readonly Entry[]): string[] => entries.map(({ kind }) => kind)

describe('a long file of chat messages', () => {
  it.each([0, 1])('is read one message at a time, with what stands behind them (indent %i)', async (indent) => {
    const entries = await read(JSON.stringify({ messages: long, model: 'm', title: 'T' }, null, indent))
    expect(entries[0]).toMatchObject({ kind: 'conversation', model: 'm', title: 'T' })
    expect(entries).toHaveLength(1 + long.length)
    expect(await read(JSON.stringify(long, null, indent))).toHaveLength(1 + long.length)
  })

  it('has the same keys as a list and beside other fields', async () => {
    const keys = (entries: readonly Entry[]): unknown[] =>
      entries.flatMap((each) => ('parts' in each ? [each.key] : []))
    expect(keys(await read(JSON.stringify({ messages: long })))).toEqual(keys(await read(JSON.stringify(long))))
  })

  it('is taken in up to the place where it was cut', async () => {
    const text = JSON.stringify({ model: 'm', messages: long })
    const entries = await read(text.slice(0, text.indexOf('Message 3000.')))
    expect(entries).toHaveLength(1 + 3000 + 1)
    expect(entries.at(-1)).toMatchObject({ kind: 'problem', message: expect.stringContaining('up to message 3000') })
  })

  it('is told from lines of which the first is longer than the sample', async () => {
    const whole = JSON.stringify({ messages: long })
    const entries = await read(`${whole}\n${JSON.stringify({ messages: [hi] })}\n`)
    expect(entries.filter(({ kind }) => kind === 'conversation')).toHaveLength(2)
    expect(entries.filter(({ kind }) => kind === 'problem')).toEqual([])
  })

  it('loses one message that is refused, and says which', async () => {
    const text = JSON.stringify([hi, { ...hi, extra: 'BAD' }, hi]).replace('"extra":"BAD"', '"__proto__":{}')
    const entries = await read(text)
    expect(kinds(entries)).toEqual(['conversation', 'node', 'problem', 'node'])
    expect(entries[2]).toMatchObject({ message: expect.stringContaining('(message 2)') })
  })

  it('is not taken for lines where its first message is refused', async () => {
    const entries = await read(`[\n{"__proto__":1},\n${JSON.stringify(hi)},\n${JSON.stringify(hi)}\n]`)
    expect(kinds(entries)).toEqual(['problem', 'conversation', 'node', 'node'])
  })

  it('may hold conversations of their own beside messages', async () => {
    const entries = await read(JSON.stringify([{ messages: [hi] }, 7, { messages: [hi, hi] }]))
    expect(kinds(entries)).toEqual(['conversation', 'node', 'conversation', 'node', 'node'])
  })
})
