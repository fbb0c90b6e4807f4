import { describe, expect, it } from 'vitest'
import { answered, called, said, sizesInCharacters } from './example.ts'
import { fileUsesIn, linesShown } from './file-uses.ts'
import type { Message } from './request.ts'
import { rereadCounter } from './rereads.ts'

const read = (id: string, path: string, text: string): Message[] => [called(id, 'read', { path }), answered(id, text)]

describe('rereadCounter', () => {
  it('counts the share of a read that an earlier read of the path shows', () => {
    const count = rereadCounter(sizesInCharacters())
    const first = read('1', 'a', 'alpha\nbravo\nx')
    expect(count(first)).toBe(0)
    expect(count([...first, ...read('2', 'a', '12→alpha\n13→other')])).toBe('12→alpha\n13→other'.length / 2)
    expect(count([...first, ...read('2', 'b', 'alpha')])).toBe(0)
    expect(count(read('2', 'a', 'alpha'))).toBe(0)
  })
})

describe('fileUsesIn', () => {
  it('finds reads at their results and writes at their calls', () => {
    const messages = [...read('1', 'a', 'text'), called('2', 'edit', { path: 'a' }), answered('2', 'Done.')]
    expect(fileUsesIn(messages)).toMatchObject([
      { way: 'read', path: 'a' },
      { way: 'write', path: 'a' },
    ])
  })

  it('leaves out reads that failed, other calls, and calls for several files', () => {
    const failed: Message = { role: 'user', content: [{ type: 'tool_result', tool_use_id: '1', is_error: true }] }
    expect(fileUsesIn([called('1', 'read', { path: 'a' }), failed])).toEqual([])
    expect(fileUsesIn([said('user', 'read a'), called('1', 'bash', { command: 'cat a' }), answered('1', 'x')])).toEqual(
      [],
    )
    const several = (...paths: readonly string[]): Message[] => {
      const input = { files: paths.map((path) => ({ path })) }
      return [
        { role: 'assistant', content: [{ type: 'tool_use', id: '1', name: 'read_files', input }] },
        answered('1', 'x'),
      ]
    }
    expect(fileUsesIn(several('a', 'b'))).toEqual([])
    expect(fileUsesIn(several('a'))).toMatchObject([{ way: 'read', path: 'a' }])
  })
})

describe('linesShown', () => {
  it('are without numbers, blanks and short lines', () => {
    expect(linesShown('  1→ alpha\n2\tbravo\n3:charlie\n 4 | delta\n  echo\n}\n5→abc')).toEqual([
      ...['alpha', 'bravo', 'charlie', 'delta', 'echo'],
    ])
  })
})
