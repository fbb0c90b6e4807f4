import { describe, expect, it } from 'vitest'
import type { Entry, NodeEntry } from '../format.ts'
import { textSource } from '../text-source.ts'
import { trajectory } from './trajectory.ts'

async function readText(text: string): Promise<Entry[]> {
  const entries: Entry[] = []
  for await (const entry of trajectory.read(textSource('run.json', text))) entries.push(entry)
  return entries
}

const run = (...entries: readonly object[]): string =>
  JSON.stringify({ trajectory: entries, session_id: 's', instance_id: 'T' })

async function nodesOf(...entries: readonly object[]): Promise<NodeEntry[]> {
  return (await readText(run(...entries))).filter((entry) => entry.kind === 'node')
}

const task = { task_prompt: [{ role: 'user', content: 'Fix it.' }] }
const said = (content: string): object => ({ type: 'llm_call', output: { content, tool_calls: [] } })
const called = (tool: string, args: object, result: unknown): object => ({
  type: 'tool_call',
  tool,
  arguments: args,
  result,
})

describe('a trajectory', () => {
  it('is the task, then steps: an answer with its calls, and their results', async () => {
    const timestamp = '2026-05-04 23:21:36.518818878'
    const entries = await readText(
      run(
        { ...said('Look.'), ...task, timestamp },
        called('run', { command: 'ls' }, { stdout: 'a', stderr: 'warning', exitCode: 0 }),
        called('read_text_file', { filePath: 'a.ts', offset: 1, limit: 2 }, '     2→x\n     3→y'),
        { type: 'judge_call', model: 'j' },
        said('Done.'),
      ),
    )
    const createdAt = Date.UTC(2026, 4, 4, 23, 21, 36, 518)
    expect(entries).toMatchObject([
      { kind: 'conversation', key: 's', title: 'T', createdAt },
      { author: 'human', parent: null, parts: [{ kind: 'text', text: 'Fix it.' }], createdAt },
      {
        author: 'model',
        parts: [
          { kind: 'text', text: 'Look.' },
          { kind: 'tool-call', callId: 'call_2', name: 'run', input: { command: 'ls' } },
          { kind: 'tool-call', callId: 'call_3', name: 'read_text_file' },
        ],
      },
      {
        author: 'tool',
        parts: [
          { kind: 'tool-result', callId: 'call_2', content: [{ kind: 'text', text: 'a\nwarning' }] },
          {
            kind: 'tool-result',
            callId: 'call_3',
            content: [{ kind: 'file', path: 'a.ts', way: 'read', range: { from: 2, to: 3 } }],
          },
        ],
      },
      { author: 'model', parts: [{ kind: 'text', text: 'Done.' }] },
    ])
    const nodes = entries.filter((entry) => entry.kind === 'node')
    expect(nodes.slice(1).map(({ parent }) => parent)).toEqual(nodes.slice(0, -1).map(({ key }) => key))
  })

  it('leaves out what the platform did about its memory, and answers that say nothing', async () => {
    const nodes = await nodesOf(
      { ...said('Go.'), ...task },
      called('bash', { command: 'mkdir -p /memory/x' }, ''),
      called('bash', { command: 'echo _flush_' }, ''),
      said('  '),
      { type: 'llm_call' },
      said('Done.'),
    )
    expect(nodes.map(({ author }) => author)).toEqual(['human', 'model', 'model'])
    expect(nodes[1]?.parts).toHaveLength(1)
  })

  it('gives each file of a read of several its own part', async () => {
    const result = '=== a.ts ===\n     1→x\n\n=== b.ts ===\n     5→y\n'
    const [, , results] = await nodesOf(
      { ...said('x'), ...task },
      called('read_multiple_files', { filePaths: ['a.ts', 'b.ts'] }, result),
    )
    expect(results?.parts).toMatchObject([
      {
        content: [
          { kind: 'file', path: 'a.ts', text: '=== a.ts ===\n     1→x\n\n' },
          { kind: 'file', path: 'b.ts', text: '=== b.ts ===\n     5→y\n', range: { from: 5, to: 5 } },
        ],
      },
    ])
  })

  it('takes the lines from what the tool says at the end of a long file', async () => {
    const result = 'x\n\n[Showing 20 lines starting at line 196. Use offset and limit to read more.]'
    const [, , results] = await nodesOf({ ...said('x'), ...task }, called('read_text_file', { filePath: 'a' }, result))
    expect(results?.parts).toMatchObject([{ content: [{ kind: 'file', range: { from: 196, to: 215 } }] }])
  })

  it('gives the steps before a cut, and names entries that it does not know once', async () => {
    const text = run(
      { ...said('Look.'), ...task },
      { type: 'new' },
      { type: 'new' },
      7 as never,
      called('x', {}, 'y'.repeat(50)),
    )
    const entries = await readText(text.slice(0, text.indexOf('yyy')))
    expect(entries.map(({ kind }) => kind)).toEqual(['conversation', 'node', 'problem', 'problem', 'node', 'problem'])
    expect(entries.at(-1)).toMatchObject({ message: expect.stringContaining('up to entry 4') })
  })

  it('without anything in it is one problem', async () => {
    expect(await readText('{"trajectory":[]}')).toMatchObject([{ kind: 'problem' }])
    expect(await readText('[]')).toMatchObject([{ kind: 'problem' }])
  })
})
