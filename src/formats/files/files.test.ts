import { describe, expect, it } from 'vitest'
import type { Json } from '../../core/content/json.ts'
import type { ResultContent } from '../../core/content/part.ts'
import { withFile } from './file-parts.ts'
import { fileAccess } from './file-tools.ts'

function contentOf(name: string, input: Json, text: string): ResultContent | undefined {
  return withFile([{ kind: 'text', text }], fileAccess(name, input))[0]
}

describe('a result of a file tool', () => {
  it.each([
    ['Read', { file_path: '/a.ts' }],
    ['read_file', { path: '/a.ts' }],
    ['mcp__files__read_file', { filename: '/a.ts' }],
    ['str_replace_editor', { command: 'view', path: '/a.ts' }],
    ['view', { filePath: '/a.ts' }],
  ])('of %s is a whole file that was read', (name, input) => {
    const text = '     1→one\n     2→two'
    expect(contentOf(name, input, text)).toEqual({ kind: 'file', path: '/a.ts', way: 'read', text })
  })

  it.each<[string, Json, string, { from: number; to: number }]>([
    ['offset and limit', { path: 'a', offset: 3, limit: 2 }, 'x\ny\n', { from: 3, to: 4 }],
    ['a limit past the end', { path: 'a', offset: 3, limit: 9 }, 'x\ny', { from: 3, to: 4 }],
    ['a view range', { path: 'a', view_range: [5, 6] }, 'x\ny', { from: 5, to: 6 }],
    ['numbered lines', { path: 'a', offset: 9 }, '    10\tx\n    11\ty\n', { from: 10, to: 11 }],
    [
      'what the tool says',
      { path: 'a' },
      'x\n\n[Showing lines 1-7 of 20 (50.0KB limit). Use offset=8 to continue]',
      { from: 1, to: 7 },
    ],
    [
      'what is left',
      { path: 'a', offset: 5, limit: 3 },
      'x\ny\nz\n\n[9 more lines in file. Use offset=8 to continue]',
      { from: 5, to: 7 },
    ],
  ])('has the range that %s give', (_what, input, text, range) => {
    expect(contentOf('read', input, text)).toMatchObject({ range, text })
  })

  it('is no file where it says that there is none', () => {
    for (const text of ['Error: no such file', 'File /a does not exist.', '<tool_use_error>x</tool_use_error>']) {
      expect(contentOf('read', { path: '/a' }, text)).toEqual({ kind: 'text', text })
    }
    const failed = withFile([{ kind: 'text', text: 'x' }], fileAccess('read', { path: 'a' }), { isError: true })
    expect(failed).toEqual([{ kind: 'text', text: 'x' }])
  })

  it('of a write is a file only where it shows the lines', () => {
    const shown = 'Updated. A snippet:\n    4→a\n    5→b\n'
    expect(contentOf('Edit', { file_path: '/a' }, shown)).toEqual({
      kind: 'file',
      path: '/a',
      way: 'write',
      text: shown,
      range: { from: 4, to: 5 },
    })
    expect(contentOf('write', { path: '/a' }, 'Wrote 10 bytes')).toMatchObject({ kind: 'text' })
  })

  it('of another tool stays text, and what stands beside the file stays', () => {
    expect(contentOf('bash', { command: 'cat a', path: 'a' }, 'x')).toMatchObject({ kind: 'text' })
    const image: ResultContent = { kind: 'image', ref: 'https://example.org/a.png' }
    const contents = withFile([image, { kind: 'text', text: 'x' }], fileAccess('read', { path: 'a' }))
    expect(contents.map(({ kind }) => kind)).toEqual(['image', 'file'])
  })
})
