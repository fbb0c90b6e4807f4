import { describe, expect, it } from 'vitest'
import type { Entry, NodeEntry } from '../format.ts'
import { textSource } from '../text-source.ts'
import { claudeCode } from './claude-code.ts'

async function read(...lines: readonly unknown[]): Promise<Entry[]> {
  const text = lines.map((line) => JSON.stringify(line)).join('\n')
  const entries: Entry[] = []
  for await (const entry of claudeCode.read(textSource('s.jsonl', text))) entries.push(entry)
  return entries
}

async function nodesOf(...lines: readonly unknown[]): Promise<NodeEntry[]> {
  return (await read(...lines)).filter((entry) => entry.kind === 'node')
}

function line(type: string, uuid: string, parentUuid: string | null, more: object = {}): object {
  return { type, uuid, parentUuid, sessionId: 's', isSidechain: false, timestamp: '2025-01-02T03:04:05.000Z', ...more }
}

function user(uuid: string, parent: string | null, content: unknown = 'Hi', more: object = {}): object {
  return line('user', uuid, parent, { message: { role: 'user', content }, ...more })
}

function assistant(uuid: string, parent: string | null, block: unknown, more: object = {}): object {
  return line('assistant', uuid, parent, {
    message: { id: 'm', role: 'assistant', model: 'claude-x', content: [block] },
    ...more,
  })
}

const text = { type: 'text', text: 'Ho' }

function links(nodes: readonly NodeEntry[]): string[] {
  return nodes.map(({ key, parent }) => `${parent ?? ''}>${key}`)
}

describe('claude-code', () => {
  it('reads a session: each block of an answer is a node', async () => {
    const entries = await read(
      user('a', null),
      assistant('b', 'a', { type: 'thinking', thinking: 'hm', signature: 'x' }),
      assistant('c', 'b', text),
    )
    expect(entries[0]).toEqual({ kind: 'conversation', key: 's', createdAt: Date.UTC(2025, 0, 2, 3, 4, 5) })
    expect(entries.slice(1)).toMatchObject([
      { key: 'a', author: 'human', parts: [{ kind: 'text', text: 'Hi' }] },
      { key: 'b', author: 'model', authorId: 'claude-x', parts: [{ kind: 'reasoning' }] },
      { key: 'c', parent: 'b', parts: [{ kind: 'text', text: 'Ho' }] },
    ])
  })

  it('makes two branches of two children, and steps over lines that are no messages', async () => {
    const nodes = await nodesOf(
      { type: 'summary', summary: 'T', leafUuid: 'z' },
      user('a', null),
      line('progress', 'p', 'a'),
      line('system', 'q', 'p', { subtype: 'turn_duration' }),
      assistant('b', 'q', text),
      user('c', 'a', 'Or this'),
      { type: 'file-history-snapshot', messageId: 'a', snapshot: {} },
    )
    expect(links(nodes)).toEqual(['>a', 'a>b', 'a>c'])
  })

  it('goes on over a compaction, and leaves its summary out', async () => {
    const entries = await read(
      user('a', null),
      line('system', 'x', null, {
        subtype: 'compact_boundary',
        logicalParentUuid: 'a',
        content: 'Conversation compacted',
      }),
      user('y', 'x', 'All that was said', { isCompactSummary: true }),
      user('b', 'y', 'Go on'),
    )
    expect(links(entries.filter((entry) => entry.kind === 'node'))).toEqual(['>a', 'a>b'])
    expect(entries.filter(({ kind }) => kind === 'problem')).toEqual([])
  })

  it('keeps the summary of a compaction whose history is in another file', async () => {
    const entries = await read(
      line('system', 'x', null, { subtype: 'compact_boundary', logicalParentUuid: 'elsewhere' }),
      user('y', 'x', 'All that was said', { isCompactSummary: true }),
      user('b', 'y', 'Go on'),
    )
    expect(entries.map((entry) => (entry.kind === 'node' ? entry.key : entry.kind))).toEqual(['conversation', 'y', 'b'])
  })

  it('makes conversations of sidechains, interleaved or not', async () => {
    const side = { isSidechain: true, agentId: 'g' }
    const entries = await read(
      user('a', null),
      user('x', null, 'Look', side),
      assistant('b', 'a', text),
      assistant('y', 'x', text, side),
    )
    expect(entries.map((entry) => ('key' in entry ? entry.key : ''))).toEqual([
      ...['s', 'a', 's/sidechain/x', 'x', 's', 'b', 's/sidechain/x', 'y'],
    ])
  })

  it('splits results from the rest, and children go behind the rest', async () => {
    const nodes = await nodesOf(
      user('a', null),
      assistant('b', 'a', { type: 'tool_use', id: 'c', name: 'Bash', input: {} }),
      user('d', 'b', [{ type: 'tool_result', tool_use_id: 'c', content: 'ok' }, text]),
      assistant('e', 'd', text),
    )
    expect(links(nodes)).toEqual(['>a', 'a>b', 'b>d', 'd>d#rest', 'd#rest>e'])
    expect(nodes.map(({ author }) => author)).toEqual(['human', 'model', 'tool', 'human', 'model'])
  })

  it('takes the range of a read from what the session records beside it', async () => {
    const content = '     7→x\n     8→y\n\n<system-reminder>Mind.</system-reminder>'
    const nodes = await nodesOf(
      assistant('b', null, { type: 'tool_use', id: 'c', name: 'Read', input: { file_path: '/a.ts' } }),
      user('d', 'b', [{ type: 'tool_result', tool_use_id: 'c', content }], {
        toolUseResult: {
          type: 'text',
          file: { filePath: '/a.ts', content: 'x\ny', startLine: 7, numLines: 2, totalLines: 9 },
        },
      }),
    )
    expect(nodes[1]?.parts).toMatchObject([
      { content: [{ kind: 'file', path: '/a.ts', way: 'read', text: content, range: { from: 7, to: 8 } }] },
    ])
  })

  it('takes in what the model was sent as attachments: files and what was typed meanwhile', async () => {
    const file = { filePath: '/a.ts', content: 'x', startLine: 1, numLines: 1, totalLines: 1 }
    const nodes = await nodesOf(
      user('a', null),
      line('attachment', 'b', 'a', {
        attachment: { type: 'file', filename: '/a.ts', content: { type: 'text', file } },
      }),
      line('attachment', 'c', 'b', { attachment: { type: 'queued_command', prompt: 'Wait' } }),
      line('attachment', 'd', 'c', { attachment: { type: 'todo_reminder', content: [] } }),
      user('e', 'd'),
    )
    expect(links(nodes)).toEqual(['>a', 'a>b', 'b>c', 'c>e'])
    expect(nodes[1]?.parts).toEqual([{ kind: 'file', path: '/a.ts', way: 'mention', text: 'x' }])
    expect(nodes[2]?.parts).toEqual([{ kind: 'text', text: 'Wait' }])
  })

  it('reads lines without ids one behind the other, under keys that stay', async () => {
    const { uuid: _a, parentUuid: _b, sessionId: _c, ...bare } = user('a', null) as Record<string, unknown>
    const entries = await read(bare, { ...bare, type: 'user' })
    const nodes = entries.filter((entry) => entry.kind === 'node')
    expect(nodes[1]?.parent).toBe(nodes[0]?.key)
    expect(entries[0]).toMatchObject({ key: `s.jsonl#${nodes[0]?.key}` })
  })

  it('reports what it cannot take in, with the line, and goes on', async () => {
    const entries = await read(
      user('a', null),
      { type: 'user', uuid: 'b', parentUuid: 7, sessionId: 's' },
      line('user', 'c', 'a'),
      line('new-kind', 'd', 'c'),
      line('new-kind', 'e', 'd'),
      user('a', null),
      user('f', 'e'),
      user('g', 'nowhere'),
    )
    expect(entries.flatMap((entry) => (entry.kind === 'problem' ? [entry.line] : []))).toEqual([2, 3, 4, 6, 8])
    expect(links(entries.filter((entry) => entry.kind === 'node'))).toEqual(['>a', 'a>f', 'f>g'])
  })
})
