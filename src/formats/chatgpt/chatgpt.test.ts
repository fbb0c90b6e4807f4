import { describe, expect, it } from 'vitest'
import type { ConversationEntry, Entry, NodeEntry } from '../format.ts'
import { textSource } from '../text-source.ts'
import { chatgpt } from './chatgpt.ts'

interface Said {
  readonly id: string
  readonly parent: string | null
  readonly role?: string
  readonly text?: string
  readonly [field: string]: unknown
}

/** A conversation whose places are listed in this order; children follow from parents. */
function conversation(said: readonly Said[], fields: object = {}): object {
  const mapping = Object.fromEntries(
    said.map(({ id, parent, role, text, name, ...message }) => [
      id,
      {
        id,
        parent,
        children: said.filter((each) => each.parent === id).map((each) => each.id),
        message: role && {
          author: { role, name: name ?? null },
          content: { content_type: 'text', parts: [text] },
          ...message,
        },
      },
    ]),
  )
  return { title: 'T', conversation_id: 's', create_time: 1700000000.5, mapping, ...fields }
}

async function read(...values: readonly object[]): Promise<Entry[]> {
  const entries: Entry[] = []
  for await (const entry of chatgpt.read(textSource('conversations.json', JSON.stringify(values)))) entries.push(entry)
  return entries
}

async function nodesOf(...said: readonly Said[]): Promise<NodeEntry[]> {
  return (await read(conversation(said))).filter((entry) => entry.kind === 'node')
}

const top: Said = { id: 'top', parent: null }
const hi: Said = { id: 'hi', parent: 'top', role: 'user', text: 'Hi' }

describe('chatgpt', () => {
  it('reads the tree: every answer that was made again is a branch', async () => {
    const [opening, ...nodes] = await read(
      conversation(
        [
          top,
          { id: 'sys', parent: 'top', role: 'system', text: '' },
          { ...hi, parent: 'sys', create_time: 1700000001 },
          { id: 'b', parent: 'hi', role: 'assistant', text: 'Hey', metadata: { model_slug: 'm' } },
          { id: 'a', parent: 'hi', role: 'assistant', text: 'Ho' },
        ],
        { current_node: 'a', default_model_slug: 'm' },
      ),
    )
    expect(opening).toEqual({ kind: 'conversation', key: 's', title: 'T', model: 'm', createdAt: 1700000000500 })
    expect(nodes).toEqual([
      {
        kind: 'node',
        key: 'hi',
        parent: null,
        author: 'human',
        parts: [{ kind: 'text', text: 'Hi' }],
        createdAt: 1700000001000,
      },
      {
        kind: 'node',
        key: 'b',
        parent: 'hi',
        author: 'model',
        authorId: 'm',
        parts: [{ kind: 'text', text: 'Hey' }],
      },
      { kind: 'node', key: 'a', parent: 'hi', author: 'model', parts: [{ kind: 'text', text: 'Ho' }], current: true },
    ])
  })

  it('takes children in the order in which their parent lists them', async () => {
    const value = conversation([
      top,
      hi,
      ...['x', 'y', 'z'].map((id) => ({ id, parent: 'hi', role: 'assistant', text: id })),
    ])
    const text = JSON.stringify([value]).replace('["x","y","z"]', '["z","x","y"]')
    const keys: string[] = []
    for await (const entry of chatgpt.read(textSource('x', text))) if (entry.kind === 'node') keys.push(entry.key)
    expect(keys).toEqual(['hi', 'z', 'x', 'y'])
  })

  it('marks the nearest node above as current where the open place is passed over', async () => {
    const entries = await read(
      conversation([top, hi, { id: 'end', parent: 'hi', role: 'assistant', text: '' }], { current_node: 'end' }),
    )
    expect(entries.at(-1)).toMatchObject({ key: 'hi', current: true })
  })

  it('keeps the earliest of several beginnings and makes the others conversations of their own', async () => {
    const entries = await read(
      conversation([
        top,
        { ...hi, id: 'late', create_time: 20 },
        { ...hi, id: 'early', create_time: 10 },
        { id: 'answer', parent: 'late', role: 'assistant', text: 'Ho' },
      ]),
    )
    expect(entries).toMatchObject([
      { kind: 'conversation', key: 's' },
      { kind: 'node', key: 'early', parent: null },
      { kind: 'problem', message: expect.stringContaining('late') },
      { kind: 'conversation', key: 's/root/late', title: 'T' },
      { kind: 'node', key: 'late', parent: null },
      { kind: 'node', key: 'answer', parent: 'late' },
    ])
  })

  it('joins calls and results, each on its own path', async () => {
    const call = { recipient: 'python', content: { content_type: 'code', text: 'print(1)' } }
    const output = (text: string): object => ({ content: { content_type: 'execution_output', text } })
    const nodes = await nodesOf(
      top,
      hi,
      { id: 'call', parent: 'hi', role: 'assistant', ...call },
      { id: 'one', parent: 'call', role: 'tool', name: 'python', ...output('1') },
      { id: 'more', parent: 'one', role: 'tool', name: 'python', ...output('2') },
      { id: 'again', parent: 'call', role: 'tool', name: 'python', ...output('3') },
      { id: 'other', parent: 'hi', role: 'assistant', recipient: 'web.run', text: '{"q": ["x"]}' },
      { id: 'web', parent: 'other', role: 'tool', name: 'web', text: 'found' },
    )
    const text = (words: string): object => ({ kind: 'text', text: words })
    expect(nodes.map(({ key, author, parts }) => [key, author, parts[0]])).toEqual([
      ['hi', 'human', text('Hi')],
      ['call', 'model', { kind: 'tool-call', callId: 'call_call', name: 'python', input: 'print(1)' }],
      ['one', 'tool', { kind: 'tool-result', callId: 'call_call', name: 'python', content: [text('1')] }],
      ['more', 'tool', text('2')],
      ['again', 'tool', { kind: 'tool-result', callId: 'call_call', name: 'python', content: [text('3')] }],
      ['other', 'model', { kind: 'tool-call', callId: 'call_other', name: 'web.run', input: { q: ['x'] } }],
      ['web', 'tool', { kind: 'tool-result', callId: 'call_other', name: 'web', content: [text('found')] }],
    ])
  })

  it('keeps a result as it is where a person spoke since, or where it is another tool’s', async () => {
    const nodes = await nodesOf(
      top,
      hi,
      { id: 'call', parent: 'hi', role: 'assistant', recipient: 'python', text: 'x' },
      { id: 'stop', parent: 'call', role: 'user', text: 'Stop' },
      { id: 'late', parent: 'stop', role: 'tool', name: 'python', text: '1' },
      { id: 'else', parent: 'call', role: 'tool', name: 'browser', text: '2' },
    )
    expect(nodes.slice(3).map(({ author, parts }) => [author, parts[0]?.kind])).toEqual([
      ['tool', 'text'],
      ['tool', 'text'],
    ])
  })

  it('reads images, sound, attachments, quotes and reasoning', async () => {
    const parts = [
      { content_type: 'image_asset_pointer', asset_pointer: 'sediment://file_1' },
      { content_type: 'audio_transcription', text: 'spoken' },
      {
        content_type: 'real_time_user_audio_video_asset_pointer',
        audio_asset_pointer: { content_type: 'audio_asset_pointer', asset_pointer: 'sediment://file_2', format: 'wav' },
      },
      'Look',
    ]
    const attachments = [
      { id: 'file_1', name: 'a.png', mime_type: 'image/png' },
      { id: 'file_3', name: 'dir\\b.pdf', mimeType: 'application/pdf' },
    ]
    const thoughts = [{ summary: 'Plan', content: 'think' }, { content: 'more' }]
    const nodes = await nodesOf(
      top,
      { ...hi, content: { content_type: 'multimodal_text', parts }, metadata: { attachments } },
      { id: 'think', parent: 'hi', role: 'assistant', content: { content_type: 'thoughts', thoughts } },
      { id: 'recap', parent: 'think', role: 'assistant', content: { content_type: 'reasoning_recap', content: '5 s' } },
      {
        id: 'quote',
        parent: 'recap',
        role: 'tool',
        name: 'browser',
        content: { content_type: 'tether_quote', url: 'https://example.org', title: 'E', text: 'words' },
      },
    )
    expect(nodes.map((node) => node.parts)).toEqual([
      [
        { kind: 'image', ref: 'sediment://file_1', mediaType: 'image/png' },
        { kind: 'text', text: 'spoken' },
        { kind: 'audio', ref: 'sediment://file_2', mediaType: 'audio/wav' },
        { kind: 'text', text: 'Look' },
        { kind: 'file', path: 'dir/b.pdf', way: 'attachment', text: '', ref: 'file_3', mediaType: 'application/pdf' },
      ],
      [
        { kind: 'reasoning', text: 'Plan\nthink' },
        { kind: 'reasoning', text: 'more' },
      ],
      [{ kind: 'reasoning', text: '5 s' }],
      [{ kind: 'file', path: 'E', way: 'attachment', text: 'words' }],
    ])
  })

  it('takes what a person said about themselves as system text, and a later change as a system node', async () => {
    const about = (profile: string): object => ({
      role: 'user',
      content: { content_type: 'user_editable_context', user_profile: profile, user_instructions: 'Be brief.' },
      metadata: { is_visually_hidden_from_conversation: true },
    })
    const entries = await read(
      conversation([
        top,
        { id: 'one', parent: 'top', ...about('A cook.') },
        { ...hi, parent: 'one' },
        { id: 'two', parent: 'hi', ...about('A baker.') },
      ]),
    )
    expect(entries).toMatchObject([
      { system: 'A cook.\n\nBe brief.' },
      { key: 'hi', parent: null },
      { key: 'two', author: 'system', parts: [{ text: 'A baker.\n\nBe brief.' }] },
    ])
  })

  it('puts parents right that are missing or lead to themselves, and says so', async () => {
    const entries = await read(
      conversation([
        top,
        hi,
        { id: 'lost', parent: 'nowhere', role: 'assistant', text: 'x' },
        { id: 'a', parent: 'b', role: 'user', text: 'x' },
        { id: 'b', parent: 'a', role: 'user', text: 'x' },
      ]),
    )
    expect(entries.filter(({ kind }) => kind === 'node')).toHaveLength(4)
    expect(entries.filter(({ kind }) => kind === 'problem').length).toBeGreaterThanOrEqual(2)
  })

  it('leaves out what cannot be read, with its number, and reads on', async () => {
    const good = (key: string): object => conversation([top, hi], { conversation_id: key })
    const entries = await read(good('a'), { title: 'no mapping' }, good('a'), good('b'))
    const keys = entries
      .filter((entry): entry is ConversationEntry => entry.kind === 'conversation')
      .map(({ key }) => key)
    expect(keys).toEqual(['a', 'b'])
    expect(entries.filter(({ kind }) => kind === 'problem')).toMatchObject([
      { message: expect.stringContaining('Conversation 2') },
      { message: expect.stringContaining('Conversation 3') },
    ])
  })

  it('gives every conversation before the place where a file was cut in half', async () => {
    const text = JSON.stringify(['a', 'b', 'c'].map((key) => conversation([top, hi], { conversation_id: key })))
    const entries: Entry[] = []
    for await (const entry of chatgpt.read(textSource('x', text.slice(0, -40)))) entries.push(entry)
    expect(entries.map(({ kind }) => kind)).toEqual(['conversation', 'node', 'conversation', 'node', 'problem'])
    expect(entries.at(-1)).toMatchObject({ message: expect.stringContaining('up to conversation 2') })
  })

  it('reads one conversation alone, and a thread of 20,000', async () => {
    const said = [top, hi]
    for (let n = 0; n < 20_000; n++) {
      said.push({ id: `n${n}`, parent: said.at(-1)?.id ?? null, role: n % 2 ? 'user' : 'assistant', text: 'x' })
    }
    const mapping = said.map(({ id, parent, role }) => [
      id,
      { parent, message: role && { author: { role }, content: { content_type: 'text', parts: ['x'] } } },
    ])
    let nodes = 0
    for await (const entry of chatgpt.read(textSource('x', JSON.stringify({ mapping: Object.fromEntries(mapping) })))) {
      if (entry.kind === 'node') nodes++
    }
    expect(nodes).toBe(20_001)
  })
})
