import { describe, expect, it } from 'vitest'
import type { Part } from '../core/content/part.ts'
import type { SummaryNode } from './summariser.ts'
import { type FileAccessOf, fileLine, touchedFiles } from './touched-files.ts'

const accessOf: FileAccessOf = (name, input) =>
  (name === 'read' || name === 'write') && typeof input === 'string' ? { way: name, path: input } : undefined

function nodesOf(...parts: Part[]): SummaryNode[] {
  return parts.map((part, at) => ({ id: `n${at}`, author: 'model', parts: [part] }))
}

let calls = 0
function used(name: string, path: string, result: Partial<Part & { kind: 'tool-result' }> = {}): Part[] {
  const callId = `c${calls++}`
  const content = [{ kind: 'file', path, way: 'read', text: 'text' }] as const
  return [
    { kind: 'tool-call', callId, name, input: path },
    { kind: 'tool-result', callId, content, ...result },
  ]
}

describe('the files of a range', () => {
  it('are counted by their calls, and the one touched last stands last', () => {
    const nodes = nodesOf(...used('read', 'a'), ...used('read', 'b'), ...used('write', './a'), ...used('read', 'a'))
    expect(touchedFiles(nodes, accessOf).map(fileLine)).toEqual([
      'b: read once',
      'a: read 2 times, written once, last read',
    ])
  })

  it('are found in results of calls that name no file, and in what people give', () => {
    const given: Part = { kind: 'file', path: 'notes.md', way: 'mention', text: 'text' }
    expect(touchedFiles(nodesOf(given, ...used('read_files', 'a')), accessOf).map(fileLine)).toEqual([
      'notes.md: given by the person',
      'a: read once',
    ])
  })

  it('say that the last write failed, and nothing of reads that did', () => {
    const failed = { isError: true, content: [] }
    const nodes = nodesOf(...used('read', 'gone', failed), ...used('write', 'a'), ...used('write', 'a', failed))
    expect(touchedFiles(nodes, accessOf).map(fileLine)).toEqual(['a: written once, the last write failed'])
    expect(touchedFiles(nodesOf(...used('write', 'b', failed)), accessOf).map(fileLine)).toEqual([
      'b: the last write failed',
    ])
  })
})
