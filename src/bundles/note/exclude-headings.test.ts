import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { excludeHeadings, headingExclusion, sumCounts } from './exclude-headings.ts'
import { splitLines } from './scan-lines.ts'

/** What is left of a text whose sections called Secret are taken out. */
function open(text: string): string {
  return excludeHeadings(text, ['secret']).text
}

describe('a section is taken out', () => {
  it.each([
    ['with closing signs', '# Secret ##\nx\n', ''],
    ['with three blanks before it', '   # Secret\nx\n', ''],
    ['with a tab behind the sign', '#\tSecret\nx\n', ''],
    ['at level six', '###### Secret\nx\n# Open\n', '# Open\n'],
    ['underlined, behind a longer paragraph that is kept', 'a\n\nSecret\n---\nx\n# Open\n', 'a\n\n# Open\n'],
    ['underlined with one sign and blanks', '  Secret\n=  \nx\n', ''],
    ['behind a fence that is closed by a longer one', '```\n`````\n# Secret\nx\n', '```\n`````\n'],
    ['behind a paragraph in inline code', '```a``` b\n# Secret\nx\n', '```a``` b\n'],
    ['with Windows line ends', '# Open\r\na\r\n# Secret\r\nx\r\n# End\r\n', '# Open\r\na\r\n# End\r\n'],
    ['with lone carriage returns', '# Open\ra\r# Secret\rx\r# End\r', '# Open\ra\r# End\r'],
    ['with both', '# Secret\r\nx\r# Open\na', '# Open\na'],
    ['behind a rule that is no front matter', '---\ntitle: x\n# Secret\nx\n', '---\ntitle: x\n'],
    ['behind front matter with dots', '---\n# Secret\n...\n# Secret\nx\n', '---\n# Secret\n...\n'],
    ['behind front matter with a byte order mark', '\ufeff---\na: b\n---\n# Secret\nx\n', '\ufeff---\na: b\n---\n'],
    ['with a table and a rule in it', '## Secret\n| a |\n|---|\n| b |\n---\nx\n# Open\n', '# Open\n'],
    ['with a list and a rule in it', '## Secret\n- a\n---\nx\n# Open\n', '# Open\n'],
    ['with a quote, its lazy line and a rule in it', '## Secret\n> a\nb\n---\nx\n# Open\n', '# Open\n'],
    ['with indented code and a rule in it', '## Secret\n\n    a\n---\nx\n# Open\n', '# Open\n'],
  ])('%s', (_name, text, left) => {
    expect(open(text)).toBe(left)
  })
})

describe('what is no heading stays', () => {
  it.each([
    ['seven signs', '####### Secret\nx\n'],
    ['four blanks', '    # Secret\nx\n'],
    ['a tag', '#secret\nx\n'],
    ['a closing sign without a blank', '# Secret#\nx\n'],
    ['in a fence that is never closed', '~~~\n# Secret\n```\n'],
    ['in a fence that a shorter one does not close', '````\n```\n# Secret\n````\n'],
    ['in a fence with an info text', '```md title="a"\n# Secret\n``` not the end\n# Secret\n```\n'],
    ['in front matter', '---\n# Secret\n---\nx\n'],
    ['two lines under one underline', 'Secret\nmore\n===\nx\n'],
    ['an underline behind a blank line', 'Secret\n\n===\nx\n'],
    ['an underline with a blank inside', 'Secret\n= =\nx\n'],
  ])('%s', (_name, text) => {
    expect(open(text)).toBe(text)
  })
})

it('takes the title of several lines under one underline as one', () => {
  expect(excludeHeadings('My\n  secret\n===\nx\n# Open', ['my secret'])).toEqual({
    text: '# Open',
    excluded: { 'my secret': 1 },
  })
})

it('counts for the first pattern that matches, and nothing inside a section that is gone', () => {
  const text = '# A\n## A\n# B\n# A\n'
  expect(excludeHeadings(text, ['a', '*'])).toEqual({ text: '', excluded: { a: 2, '*': 1 } })
})

it('takes patterns that are names of every object as they are', () => {
  const { excluded } = excludeHeadings('# __proto__\n# constructor\n', ['__proto__', 'constructor'])
  expect(Object.entries(excluded)).toEqual([
    ['__proto__', 1],
    ['constructor', 1],
  ])
  expect(Object.entries(sumCounts([excluded, excluded])).map(([, count]) => count)).toEqual([2, 2])
})

it('leaves programs alone, where a heading is a comment', () => {
  const exclude = headingExclusion(['secret'])
  expect(['a.py', 'b/c.sh', 'a.MD', 'b/notes', 'x.d/notes'].map((path) => exclude(path, '# Secret\n').text)).toEqual([
    '# Secret\n',
    '# Secret\n',
    '',
    '',
    '',
  ])
})

const line = fc.constantFrom(
  ...['# A', '## B', '### A #', 'A', 'B', '===', '---', '```', '~~~~', '````', '', '- A', '> A', '    A', '|-|', '\tx'],
)
const breaks = fc.constantFrom('\n', '\r\n', '\r')
const note = fc.array(fc.tuple(line, breaks), { maxLength: 20 }).map((lines) => lines.flat().join(''))

it('keeps whole lines, and no line that is not of the text', () => {
  fc.assert(
    fc.property(note, fc.subarray(['a', 'b', '?', '*']), (text, patterns) => {
      const { text: left, excluded } = excludeHeadings(text, patterns)
      const written = splitLines(text).map(({ start, end }) => text.slice(start, end))
      let at = 0
      for (const { start, end } of splitLines(left)) {
        at = written.indexOf(left.slice(start, end), at) + 1
        expect(at).toBeGreaterThan(0)
      }
      if (Object.keys(excluded).length === 0) expect(left).toBe(text)
      expect(Object.keys(excluded).every((pattern) => patterns.includes(pattern))).toBe(true)
    }),
    { numRuns: 500 },
  )
})
