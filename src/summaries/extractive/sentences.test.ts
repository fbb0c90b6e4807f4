import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sentencesOf } from './sentences.ts'

describe('sentencesOf', () => {
  it.each([
    ['One. Two! Three? Four', ['One.', 'Two!', 'Three?', 'Four']],
    [
      'Use e.g. tabs, spaces etc. and ask Dr. Who. Then stop.',
      ['Use e.g. tabs, spaces etc. and ask Dr. Who.', 'Then stop.'],
    ],
    ['Version 3.14 of node.js is old. Go on.', ['Version 3.14 of node.js is old.', 'Go on.']],
    ['fix it now. then run it', ['fix it now.', 'then run it']],
    ['Wait... for it. Said J. Smith.', ['Wait... for it.', 'Said J. Smith.']],
    ['Run `a. B` first. "Done." Good.', ['Run `a. B` first.', '"Done."', 'Good.']],
    ['完成了。下一步？好', ['完成了。', '下一步？', '好']],
    ['', []],
  ])('splits %j', (text, sentences) => {
    expect(sentencesOf(text)).toEqual(sentences)
  })

  it('takes items of a list apart and joins lines that were wrapped', () => {
    const list = 'What is to do:\n- write the\n  tests\n2. [ ] ship. Soon.'
    const text = `${list}\n\nA line that is so long that it was wrapped at the\nThird word of a name.`
    expect(sentencesOf(text)).toEqual([
      'What is to do:',
      'write the tests',
      '[ ] ship.',
      'Soon.',
      'A line that is so long that it was wrapped at the',
      'Third word of a name.',
    ])
    expect(sentencesOf(`${'word '.repeat(12)}of\nParis.`)).toHaveLength(1)
  })

  it('leaves out code, tables, quotations, headings, markup and commands', () => {
    const marked = '# Title\nBefore.\n```ts\nNot this. Nor this.\n```\n| a | b |\n> quoted\n<tag>\n$ npm test\n'
    const text = `${marked}\n    code\n~~~\n\`\`\`\n~~~\nBehind.`
    expect(sentencesOf(text)).toEqual(['Before.', 'Behind.'])
  })

  it('reads to the end of a block that is never closed', () => {
    expect(sentencesOf('Before.\n```\nNot this.')).toEqual(['Before.'])
  })

  it('loses no word of prose and adds none', () => {
    const word = fc.constantFrom('one', 'Two', 'e.g.', 'three.', 'Four?', '`five.', 'six`', '7.', '…')
    fc.assert(
      fc.property(fc.array(word, { minLength: 1 }), (words) => {
        expect(sentencesOf(`Zero ${words.join(' ')}`).join(' ')).toBe(`Zero ${words.join(' ')}`)
      }),
    )
  })

  it('takes megabytes of marks that never end a sentence', () => {
    for (const mark of ['.', '."', 'e.g. ', '`. ', 'a\n', '* ']) {
      expect(sentencesOf(mark.repeat(1_000_000 / mark.length)).length).toBeLessThan(1_000_001)
    }
  })
})
