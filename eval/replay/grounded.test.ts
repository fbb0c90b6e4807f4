import { describe, expect, it } from 'vitest'
import { answered, called, said } from './example.ts'
import { expectationsOf, isGrounded, sentText } from './grounded.ts'

const file = answered('c', '1\tconst first = 1\n2\t  const second = "2"\n3\t}')

describe('what an edit needs to have seen', () => {
  it('is the lines of its old text that stood anywhere before, short ones left out', () => {
    const edit = called('d', 'edit', {
      path: 'a',
      oldText: '  const first = 1\n  const second = "2"\n  never there\n}',
    })
    expect(expectationsOf(edit, [file])).toEqual([{ lines: ['const first = 1', 'const second = "2"'] }])
    expect(expectationsOf(edit, [said('user', 'Hello')])).toEqual([])
  })

  it('is known by the names that tools have for the old text', () => {
    const lines = { lines: ['const first = 1'] }
    const names = ['old_string', 'oldText', 'old_text', 'old_str', 'search', 'new_string']
    const found = names.map((name) => expectationsOf(called('d', 'edit', { [name]: 'const first = 1' }), [file]))
    expect(found).toEqual([[lines], [lines], [lines], [lines], [lines], []])
    expect(expectationsOf(called('d', 'grep', { search: 'const first = 1' }), [file])).toEqual([])
  })

  it('is there when all its lines stand in what was sent, inputs of calls included', () => {
    const expectation = { lines: ['const first = 1', 'const second = "2"'] }
    expect(isGrounded(expectation, sentText([file]))).toBe(true)
    expect(isGrounded(expectation, sentText([said('user', 'const first = 1')]))).toBe(false)
    const written = called('w', 'write', { path: 'a', content: 'const first = 1\nconst second = "2"' })
    expect(isGrounded(expectation, sentText([written]))).toBe(true)
  })
})
