import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findMentions } from '../../history/mentions/find-mentions.ts'
import { mentionOf, nameOf, writtenText } from './mention-text.ts'

describe('mentionOf', () => {
  it('quotes a path only where it has to', () => {
    expect(mentionOf('src/a.ts')).toBe('@/src/a.ts')
    expect(mentionOf('my notes/b.md')).toBe('@"/my notes/b.md"')
    expect(mentionOf('what?')).toBe('@"/what?"')
    expect(mentionOf('src/')).toBe('@/src/')
    expect(mentionOf('a "b" c')).toBeUndefined()
    expect(mentionOf('new\nline')).toBeUndefined()
    expect(nameOf('new\nline')).toBe('@"/new\\nline"')
  })

  it('is read as that path, wherever it stands between blanks', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 1 }), (path) => {
        const mention = mentionOf(path)
        if (mention === undefined) expect(path).toMatch(/["\n]/)
        else expect(findMentions(`see ${mention} now`)).toMatchObject([{ value: `/${path}` }])
      }),
    )
  })
})

it('knows what a person wrote from what mentions brought', () => {
  const text = (said: string) => ({ kind: 'text', text: said }) as const
  const file = { kind: 'file', path: 'a.ts', way: 'mention', text: 'a' } as const
  expect(writtenText([text('[@/a.ts] is odd'), text('[@/a.ts]'), file, text('and more')])).toBe(
    '[@/a.ts] is odd\n\nand more',
  )
})
