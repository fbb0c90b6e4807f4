import { describe, expect, it } from 'vitest'
import { parseSearch, placesOf, wordsOf } from './search-query.ts'
import { searchText } from './search-text.ts'
import { snippetOf } from './snippet.ts'

describe('parseSearch', () => {
  it('reads words, phrases and beginnings, without case and accents', () => {
    expect(parseSearch('Héddle "the Warp, twice" we* "a b"*')).toEqual([
      { words: ['heddle'], prefix: false },
      { words: ['the', 'warp', 'twice'], prefix: false },
      { words: ['we'], prefix: true },
      { words: ['a', 'b'], prefix: true },
    ])
    expect(parseSearch('src/a-b.ts')).toEqual([{ words: ['src', 'a', 'b', 'ts'], prefix: false }])
  })

  it('says what is wrong with a search that it cannot read', () => {
    expect(() => parseSearch('a "b')).toThrow(/does not close it/)
    expect(() => parseSearch('--- ""')).toThrow(expect.objectContaining({ code: 'search-syntax', query: '--- ""' }))
  })
})

describe('placesOf', () => {
  it('finds words that follow one another', () => {
    const words = [...wordsOf('One two, one TWO three')]
    expect(placesOf({ words: ['one', 'two'], prefix: false }, words)).toEqual([0, 2])
    expect(placesOf({ words: ['two', 'thr'], prefix: true }, words)).toEqual([3])
    expect(placesOf({ words: ['two', 'thr'], prefix: false }, words)).toEqual([])
  })
})

describe('snippetOf', () => {
  it('gives the piece around what was found, and every place in it', () => {
    const text = `${'x '.repeat(300)}find me and find others ${'y '.repeat(300)}`
    const { text: piece, ranges } = snippetOf(text, parseSearch('find'))
    expect(ranges.map(([from, to]) => piece.slice(from, to))).toEqual(['find', 'find'])
    expect(piece.length).toBeLessThan(200)
  })

  it('gives the beginning of a text in which nothing is found, and cuts no character in half', () => {
    expect(snippetOf('a short text', parseSearch('nothing'))).toEqual({ text: 'a short text', ranges: [] })
    const { text } = snippetOf(`x${'\u{1F600}'.repeat(200)}`.slice(1), parseSearch('nothing'))
    expect(text.isWellFormed()).toBe(true)
  })

  it('holds a phrase that is longer than a snippet', () => {
    const phrase = 'word '.repeat(60).trim()
    const { text, ranges } = snippetOf(`before ${phrase} behind`, parseSearch(`"${phrase}"`))
    expect(ranges.map(([from, to]) => text.slice(from, to))).toEqual([phrase])
  })
})

describe('searchText', () => {
  it('is everything in a content that can be read', () => {
    const text = searchText([
      { kind: 'text', text: 'said' },
      {
        kind: 'tool-call',
        callId: '1',
        name: 'read',
        input: { path: 'a.ts', lines: [1, { deep: 'down' }], none: null },
      },
      { kind: 'tool-result', callId: '1', content: [{ kind: 'text', text: 'result' }] },
      { kind: 'image', ref: 'data:image/png;base64,AAAA' },
    ])
    for (const word of ['said', 'read', 'a.ts', 'down', 'result']) expect(text).toContain(word)
    expect(text).not.toContain('AAAA')
  })
})
