import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { eachRun, wordsIn } from './words.ts'

describe('the words of a text', () => {
  it.each([
    ['addIndexBuilder', ['addindexbuilder', 'add', 'index', 'builder']],
    ['add_index', ['addindex', 'add', 'index']],
    ['add-index', ['addindex', 'add', 'index']],
    ['ADD_INDEX', ['addindex', 'add', 'index']],
    ['parseHTMLText', ['parsehtmltext', 'pars', 'html', 'text']],
    ['utf16 v4', ['utf16', 'utf', '16', 'v4']],
    ['_private $scope', ['privat', 'scop']],
    ['a - b -c- x', []],
    ['The index is in the table', ['index', 'tabl']],
    ['src/query-builder/on.ts', ['src', 'querybuilder', 'query', 'builder', 'ts']],
  ])('takes %j apart and keeps it whole', (text, words) => {
    expect(wordsIn(text)).toEqual(words)
  })

  it.each([
    ['types', 'typed', 'typing', 'type'],
    ['queries', 'query'],
    ['indexes', 'index'],
    ['classes', 'class'],
    ['dropping', 'dropped', 'drops', 'drop'],
    ['adding', 'added', 'adds', 'add'],
    ['aliases', 'alias'],
    ['schemas', 'schema'],
    ['applied', 'applies', 'apply'],
  ])('has the same word for %j and its forms', (...forms) => {
    expect(new Set(forms.flatMap((form) => wordsIn(form))).size).toBe(1)
  })

  it.each(['status', 'class', 'alias', 'need', 'string', 'axis'])('leaves %j as it is', (word) => {
    expect(wordsIn(word)).toEqual([word])
  })

  it('has letters of all scripts, without case and accents', () => {
    expect(wordsIn('Größe ÉTÉ Идентификатор')).toEqual(['große', 'ete', 'идентификатор'])
    expect(wordsIn('größeÄndern')).toEqual(['großeandern', 'große', 'andern'])
    expect(wordsIn('one—two“three”')).toEqual(['one', 'two', 'thre'])
  })

  it('has every two characters where a script has no spaces', () => {
    expect(wordsIn('存储节点')).toEqual(['存储', '储节', '节点'])
    expect(wordsIn('木。データbase')).toEqual(['木', 'デー', 'ータ', 'bas'])
  })

  it('has one word for a run that is data', () => {
    expect(wordsIn(`key ${'x'.repeat(80_000)}`)).toEqual(['key', ''])
  })

  it('says where runs are and on which lines', () => {
    const found: [string, number][] = []
    const text = 'a b\n\nfoo-bar - 1-2\nlast'
    const lines = eachRun(text, (from, to, line) => found.push([text.slice(from, to), line]))
    expect(found).toEqual([
      ['a', 0],
      ['b', 0],
      ['foo-bar', 2],
      ['1', 2],
      ['2', 2],
      ['last', 3],
    ])
    expect(lines).toBe(4)
    expect(eachRun('one\n', () => {})).toBe(1)
    expect(eachRun('', () => {})).toBe(0)
  })

  it('are the same whatever stands between them', () => {
    const word = fc.constantFrom('addIndex', 'größe', '节点', 'two_words', 'x', 'kebab-case', '42')
    const between = fc.constantFrom(' ', '\n', '(', '. ', '\u2028', '\u00a0')
    fc.assert(
      fc.property(fc.array(fc.tuple(word, between)), (parts) => {
        const text = parts.map((part) => part.join('')).join('')
        expect(wordsIn(text)).toEqual(parts.flatMap(([each]) => wordsIn(each)))
      }),
    )
  })

  it('are lower case and without blanks, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        for (const word of wordsIn(text)) expect(word).toMatch(/^\S*$/u)
      }),
    )
  })
})
