import { stripVTControlCharacters } from 'node:util'
import fc from 'fast-check'
import pc from 'picocolors'
import { describe, expect, it } from 'vitest'
import { widthOf } from '../../print/width.ts'
import { markdownStream } from './stream.ts'

const plain = pc.createColors(false)
const coloured = pc.createColors(true)

function rendered(pieces: readonly string[], width = 60, style = plain): string[] {
  const stream = markdownStream({ style, width: () => width })
  const lines = pieces.flatMap((piece) => stream.push(piece).lines)
  return [...lines, ...stream.end()]
}

function inPieces(text: string, cuts: readonly number[]): string[] {
  const at = [0, ...cuts.map((cut) => cut % (text.length + 1)), text.length].sort((a, b) => a - b)
  return at.slice(1).map((end, i) => text.slice(at[i], end))
}

const words = fc.constantFrom(
  ...[
    'plain',
    '**bold**',
    '*soft*',
    '`co de`',
    '[a link](https://a.b/c)',
    '世界你好。',
    '👩‍👩‍👧',
    '5 * 3',
    '**two words**',
  ],
  ...[
    'snake_case',
    '\\*',
    '*open',
    'a'.repeat(45),
    '~~gone~~',
    'e\u0301',
    '&lt;',
    '(note)',
    '**`x`**',
    'https://x.y/z',
  ],
)
const line = fc
  .tuple(
    fc.constantFrom('', '', '- ', '  - ', '12. ', '> ', '# ', '### ', '- [x] ', '    '),
    fc.array(words, { minLength: 1, maxLength: 25 }),
  )
  .map(([begin, parts]) => begin + parts.join(' '))
const block = fc.oneof(
  { weight: 5, arbitrary: line },
  fc.constantFrom('', '', '---', '```ts\nconst a = 1 // b\n\n  x\n```', '| a | b |\n|---|--:|\n| 1 | **2** |\n', '\r'),
)
const markdown = fc.array(block, { maxLength: 12 }).map((blocks) => blocks.join('\n'))

describe('streamed Markdown', () => {
  it('comes to the same lines however it is cut into pieces', () => {
    fc.assert(
      fc.property(
        markdown,
        fc.array(fc.nat(), { maxLength: 40 }),
        fc.integer({ min: 20, max: 90 }),
        (text, cuts, width) => {
          expect(rendered(inPieces(text, cuts), width)).toEqual(rendered([text], width))
          expect(rendered([...text], width)).toEqual(rendered([text], width))
        },
      ),
      { numRuns: 150 },
    )
  })

  it('fits into the width but for code, also what is still in progress', () => {
    const prose = fc.array(line, { maxLength: 8 }).map((lines) => lines.join('\n'))
    fc.assert(
      fc.property(prose, fc.integer({ min: 30, max: 90 }), (text, width) => {
        const stream = markdownStream({ style: coloured, width: () => width })
        for (const character of text) {
          const { lines, tail } = stream.push(character)
          for (const each of [...lines, ...tail])
            expect(widthOf(stripVTControlCharacters(each))).toBeLessThanOrEqual(width)
        }
      }),
      { numRuns: 50 },
    )
  })

  it('lets nothing through that a terminal obeys', () => {
    fc.assert(
      fc.property(
        fc.string({
          unit: fc.constantFrom(...'\u001b\u009b\u0007[]2Jm\r\n`|#*- a\u202e\ud800'.split('')),
          maxLength: 60,
        }),
        (text) => {
          const stream = markdownStream({ style: plain, width: () => 40 })
          const all = [...text].flatMap((piece) => {
            const { lines, tail } = stream.push(piece)
            return [...lines, ...tail]
          })
          for (const each of [...all, ...stream.end()]) {
            expect(each).not.toMatch(/[\p{Cc}\u202a-\u202e]/u)
            expect(each.isWellFormed()).toBe(true)
          }
        },
      ),
    )
  })

  it('gives lines of a long paragraph while it grows, and holds back what an open emphasis may change', () => {
    const stream = markdownStream({ style: coloured, width: () => 20 })
    expect(stream.push('one two three four five six ').lines).toEqual(['one two three four'])
    expect(stream.push('**seven eight nine ten eleven twelve').lines).toEqual([])
    expect(stream.push('** more words to come').lines[0]).toBe(`five six ${coloured.bold('seven eight')}`)
  })

  it('gives each line of code at once, unwrapped and without the indentation of its block', () => {
    const long = `const x = '${'y'.repeat(80)}'`
    expect(rendered(['- item\n  ```js\n', `  ${long}\n`, '    deeper\n', '  ```'], 30)).toEqual([
      '• item',
      '  ```js',
      long,
      '  deeper',
      '  ```',
    ])
  })

  it('aligns a table when it is complete, and breaks cells where it is too wide', () => {
    const source = '| name | n |\n|:-----|--:|\n| 世界 | 1 |\n| `b` | 1234 |\nafter'
    expect(rendered([source])).toEqual(['name │    n', '─────┼─────', '世界 │    1', '`b`  │ 1234', 'after'])
    const wide = '| a | b |\n|---|---|\n| x | one two three four five |'
    expect(rendered([wide], 20)).toEqual(['a │ b', '──┼─────────────────', 'x │ one two three', '  │ four five'])
    expect(rendered(['| not a table\n'])).toEqual(['| not a table'])
  })

  it('can be read without colours, and shows no marks with them', () => {
    expect(rendered(['## Head\n**b** *i* `c` [t](u)'])).toEqual(['## Head', '**b** *i* `c` t (u)'])
    const shown = rendered(['## Head\n**b** *i* `c`'], 60, coloured)
    expect(shown.map(stripVTControlCharacters)).toEqual(['Head', 'b i c'])
    expect(shown[1]).toContain(coloured.bold('b'))
  })

  it.each(['[', '*a ', '_a_', '` `` ', '![', '<a ', '~a ', '| [', 'x'])(
    'is not held up by a line of nothing but %s',
    (piece) => {
      const text = piece.repeat(6000 / piece.length)
      expect(rendered([text]).join('').length).toBeGreaterThan(2000)
      expect(rendered(text.match(/[\s\S]{1,40}/g) ?? []).join('').length).toBeGreaterThan(2000)
    },
  )

  it('takes a very long open emphasis as it stands', () => {
    const stream = markdownStream({ style: plain, width: () => 40 })
    expect(stream.push(`**${'word '.repeat(1000)}`).lines.length).toBeGreaterThan(100)
  })
})
