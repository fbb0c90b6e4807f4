import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findMentions, type Mention } from './find-mentions.ts'

const file = (value: string): Mention => ({ kind: 'file', value })

describe('findMentions', () => {
  it('finds every kind, in order of first appearance', () => {
    const text =
      'Do @problems, then @/a.ts, @/src/ and @"/my notes/b.md" (@https://example.org/a?b=c#d) @0a1b2c3 @git-changes @terminal'
    expect(findMentions(text)).toEqual([
      { kind: 'problems' },
      file('/a.ts'),
      { kind: 'folder', value: '/src/' },
      file('/my notes/b.md'),
      { kind: 'url', value: 'https://example.org/a?b=c#d' },
      { kind: 'commit', value: '0a1b2c3' },
      { kind: 'git-changes' },
      { kind: 'terminal' },
    ])
  })

  it.each([
    '@/a.ts',
    ' @/a.ts',
    '\t@/a.ts',
    '(@/a.ts',
    '[@/a.ts',
    '{@/a.ts',
    '<@/a.ts',
    '"@/a.ts',
    '“@/a.ts',
    '«@/a.ts',
  ])('starts a mention in %j', (text) => expect(findMentions(text)).toEqual([file('/a.ts')]))

  it.each([
    'x@/a.ts',
    'me@example.org',
    '.@/a.ts',
    ')@/a.ts',
    '@@/a.ts',
    '@ /a.ts',
    '@',
    '@/',
    '`@/`',
    '@https://',
    '@a.ts',
  ])('finds nothing in %j', (text) => expect(findMentions(text)).toEqual([]))

  it.each(['.', ',', '!?', '...', '…', ')', ').', '>', '"', '”', '’.', '。', "'),"])(
    'leaves %j at the end out',
    (end) => {
      expect(findMentions(`see @/a.ts${end}`)).toEqual([file('/a.ts')])
      expect(findMentions(`see @/a.ts${end} now`)).toEqual([file('/a.ts')])
    },
  )

  it('ends before what closes the bracket or quote in front, and keeps pairs inside', () => {
    expect(findMentions('[@/a.ts](b) "@/c.ts"d (@/app/(group)/page.tsx)e')).toEqual([
      file('/a.ts'),
      file('/c.ts'),
      file('/app/(group)/page.tsx'),
    ])
    expect(findMentions('@/node_modules/@types/node')).toEqual([file('/node_modules/@types/node')])
  })

  it('takes a path in quotes as it is, on one line', () => {
    expect(findMentions('@"/a b?." @"/a b/"')).toEqual([file('/a b?.'), { kind: 'folder', value: '/a b/' }])
    expect(findMentions('@"/a b')).toEqual([])
    expect(findMentions('@"/a\nb"')).toEqual([])
    expect(findMentions('@"a b" @"" @"/"')).toEqual([])
  })

  it('knows words and hashes only as a whole', () => {
    expect(findMentions("@terminal's last line, @problems: see @abcdef1… or @ABCDEF2")).toEqual([
      { kind: 'terminal' },
      { kind: 'problems' },
      { kind: 'commit', value: 'abcdef1' },
      { kind: 'commit', value: 'ABCDEF2' },
    ])
    expect(findMentions('@problems.org @terminal/a @git-changes-2 @abcdef1-2 @abcdef1x @abcdeg1 @Terminal')).toEqual([])
  })

  it('names what is mentioned twice once, in quotes or not', () => {
    expect(findMentions('@/a.ts @"/a.ts" @/a.ts, @problems @problems')).toEqual([file('/a.ts'), { kind: 'problems' }])
  })

  it.each([
    '@',
    '(@/)',
    '(@/(',
    '[@[',
    '"@"/',
    '@"/',
    '@"/\n',
    '@/).',
    ' @/!!',
    '(@https://)',
    '@abcdef1234567',
    '.,;',
  ])(
    'takes time in proportion to a text full of %j',
    (piece) => {
      const text = piece.repeat(Math.ceil(1_000_000 / piece.length))
      expect(findMentions(text).length).toBeLessThanOrEqual(1)
    },
    2000,
  )

  it('finds only what stands in the text, each once, whatever the text', () => {
    const piece = fc.constantFrom(
      '@',
      '/',
      'a',
      '.',
      ' ',
      '\n',
      '"',
      '(',
      ')',
      'https://',
      'problems',
      'abcdef1',
      '“',
      '💥',
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const text = pieces.join('')
        const mentions = findMentions(text)
        expect(new Set(mentions.map((each) => JSON.stringify(each))).size).toBe(mentions.length)
        for (const each of mentions) {
          const value = 'value' in each ? each.value : each.kind
          expect(text.includes(`@${value}`) || text.includes(`@"${value}"`)).toBe(true)
        }
      }),
    )
  })

  it('finds every mention of a list written with blanks between', () => {
    const name = fc.stringMatching(/^[a-z][a-z\d_-]{0,8}$/)
    const path = fc.array(name, { minLength: 1, maxLength: 4 }).map((names) => `/${names.join('/')}`)
    fc.assert(
      fc.property(fc.uniqueArray(path), (paths) => {
        expect(findMentions(paths.map((each) => `@${each}`).join(' '))).toEqual(paths.map(file))
      }),
    )
  })
})
