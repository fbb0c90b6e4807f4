import { describe, expect, it } from 'vitest'
import type { Entry } from '../format.ts'
import { textSource } from '../text-source.ts'
import { chatFile } from './chat-file.ts'

async function read(value: object): Promise<Entry[]> {
  const entries: Entry[] = []
  for await (const entry of chatFile.read(textSource('chat.json', JSON.stringify(value)))) entries.push(entry)
  return entries
}

const metadata = { title: 'T', summary: null, system_prompt: 'S', created_at: '2025-01-02T03:04:05Z', updated_at: null }

describe('a chat file', () => {
  it('is its metadata and what was said, in lines or in one text', async () => {
    const messages = [
      { timestamp: '2025-01-02T03:04:06Z', role: 'user', content: ['Two', '', 'lines'] },
      { timestamp: 'never', role: 'assistant', content: 'One text', model: 'm', later_field: 1 },
    ]
    expect(await read({ metadata, messages })).toMatchObject([
      { kind: 'conversation', title: 'T', system: 'S', createdAt: Date.UTC(2025, 0, 2, 3, 4, 5) },
      { author: 'human', parts: [{ kind: 'text', text: 'Two\n\nlines' }], createdAt: Date.UTC(2025, 0, 2, 3, 4, 6) },
      { author: 'model', authorId: 'm', parts: [{ kind: 'text', text: 'One text' }] },
    ])
  })

  it('keeps errors as system nodes that are excluded and tagged, also at its beginning', async () => {
    const error = { role: 'error', content: 'No answer.' }
    const excluded = { author: 'system', excluded: true, tags: ['error'], parts: [{ text: 'No answer.' }] }
    const entries = await read({ metadata, messages: [error, { role: 'user', content: 'Hi' }, error] })
    expect(entries).toMatchObject([{ system: 'S' }, excluded, { author: 'human' }, excluded])
  })

  it('is the same where its metadata stands behind its messages', async () => {
    const messages = [{ role: 'user', content: 'Hi' }]
    expect(await read({ messages, metadata })).toEqual(await read({ metadata, messages }))
  })

  it('leaves out what it does not know, and says which message', async () => {
    const entries = await read({
      metadata,
      messages: [{ role: 'user', content: 'Hi' }, { role: 'robot' }, { content: 'x' }],
    })
    expect(entries.flatMap((entry) => (entry.kind === 'problem' ? [entry.message] : []))).toEqual([
      expect.stringContaining('(message 2)'),
      expect.stringContaining('(message 3)'),
    ])
  })
})
