import { describe, expect, it } from 'vitest'
import { expectationsIn, oldText, saidIn } from './old-text.ts'

describe('the old text of an edit', () => {
  it('is known by the names that tools have for it, and a search is one in a tool of the name edit alone', () => {
    for (const key of ['old_string', 'oldText', 'old_text', 'old_str']) expect(oldText('x', { [key]: 'a' })).toBe('a')
    expect(oldText('edit', { search: 'a' })).toBe('a')
    expect(oldText('grep', { search: 'a' })).toBeUndefined()
    expect(oldText('edit', { new_string: 'a', old_string: 7 })).toBeUndefined()
    expect([oldText('edit', null), oldText('edit', ['a']), oldText('edit', 'a')]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
  })
})

describe('what edits need to have seen', () => {
  it('is the lines of their old texts that stood before, trimmed, those under 8 characters left out', () => {
    const seen = saidIn([
      { kind: 'text', text: 'see below' },
      { kind: 'tool-call', callId: 'a', name: 'write', input: { path: 'p', lines: ['const first = 1'] } },
      {
        kind: 'tool-result',
        callId: 'b',
        content: [{ kind: 'file', path: 'p', way: 'read', text: '  const second = 2\n}' }],
      },
      { kind: 'image', ref: 'https://example.com/const third = 3' },
    ]).join('\n')
    const old = '\tconst first = 1\nconst second = 2  \nconst third = 3\n}'
    expect(expectationsIn([old, 'nowhere at all'], seen)).toEqual([{ lines: ['const first = 1', 'const second = 2'] }])
  })
})
