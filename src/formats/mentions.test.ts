import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { splitMentions } from './mentions.ts'

describe('splitMentions', () => {
  it('splits files out, with the text around them as it was', () => {
    const file = '<file_content path="src\\a.ts">\nconst a = 1\n</file_content>'
    expect(splitMentions(`Look: ${file}\n`)).toEqual([
      { kind: 'text', text: 'Look: ' },
      { kind: 'file', path: 'src/a.ts', way: 'mention', text: file },
      { kind: 'text', text: '\n' },
    ])
  })

  it('leaves text without a whole element alone', () => {
    const text = 'see <file_content path="a"> and </file_contents>'
    expect(splitMentions(text)).toEqual([{ kind: 'text', text }])
    expect(splitMentions('')).toEqual([{ kind: 'text', text: '' }])
  })

  it('keeps provider data, once', () => {
    const provider = { anthropic: { cache_control: { type: 'ephemeral' } } }
    const pieces = splitMentions('x <file_content path="a">1</file_content>', provider)
    expect(pieces.map((piece) => piece.provider)).toEqual([undefined, provider])
  })

  it('takes time in proportion to the text where elements are not closed', () => {
    const text = `</file_content>${'<file_content path="a">'.repeat(100_000)}`
    expect(splitMentions(text)).toEqual([{ kind: 'text', text }])
  }, 1000)

  it('never changes the text: the pieces joined are what came in', () => {
    const piece = fc.constantFrom(
      '<file_content path="a">',
      '<file_content path="',
      '</file_content>',
      '"',
      '>',
      '\n',
      'b',
      ' ',
    )
    fc.assert(
      fc.property(fc.array(piece), (words) => {
        const text = words.join('')
        expect(
          splitMentions(text)
            .map((part) => part.text)
            .join(''),
        ).toBe(text)
      }),
    )
  })
})
