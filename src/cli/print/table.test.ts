import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Column, table } from './table.ts'
import { cutToWidth, widthOf } from './width.ts'

type Row = readonly [name: string, size: number, text: string]

const columns: readonly Column<Row>[] = [
  { title: 'name', value: ([name]) => name },
  { title: 'size', value: ([, size]) => String(size), align: 'right' },
  { title: 'text', value: ([, , text]) => text, flexible: true },
]

describe('table', () => {
  it('aligns by what is seen, numbers to the right, with no blanks at the ends', () => {
    const rows: Row[] = [
      ['日本', 5, 'one'],
      ['a', 1234, ''],
      ['👩‍👩‍👧', 50, 'three'],
    ]
    expect(table(rows, columns)).toEqual(['name  size  text', '日本     5  one', 'a     1234', '👩‍👩‍👧      50  three'])
  })

  it('cuts long text to the width, inside of no grapheme', () => {
    const lines = table([['a', 1, '👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧']], columns, { width: 21 })
    expect(lines[1]).toBe('a        1  👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧…')
  })

  it('cuts nothing without a width', () => {
    const long = 'x'.repeat(1000)
    expect(table([['a', 1, long]], columns)[1]).toContain(long)
  })

  it('leaves out a column that is empty everywhere', () => {
    expect(table([['a', 1, '']], columns)).toEqual(['name  size', 'a        1'])
  })

  it('leaves out optional columns where there is no room for them', () => {
    const optional = columns.map((column) => (column.title === 'size' ? { ...column, optional: true } : column))
    const rows: Row[] = [['a', 1, 'a text that needs some room to be read']]
    expect(table(rows, optional, { width: 30 })[0]).toBe('name  text')
    expect(table(rows, optional, { width: 60 })[0]).toBe('name  size  text')
  })

  it('makes escapes and line ends in cells visible', () => {
    expect(table([['\u001b[2J', 1, 'a\nb']], columns)[1]).toBe('␛[2J     1  a␤b')
  })

  it('is never wider than the terminal while a column can give way', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: 'grapheme' }), { minLength: 1 }),
        fc.integer({ min: 24, max: 90 }),
        (texts, width) => {
          const lines = table(
            texts.map((text): Row => ['ab', 1, text]),
            columns,
            { width },
          )
          for (const line of lines) {
            expect(widthOf(line)).toBeLessThanOrEqual(width)
            expect(line).not.toMatch(/ $/)
          }
        },
      ),
    )
  })

  it('colours cells without moving them', () => {
    const coloured = columns.map((column) => ({ ...column, style: (cell: string) => `<${cell}>` }))
    expect(table([['a', 1, 'x']], coloured)[1]).toBe('<a>        <1>  <x>')
  })
})

describe('cutToWidth', () => {
  it('never gives more than the width', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.nat({ max: 40 }), (text, width) => {
        expect(widthOf(cutToWidth(text, width))).toBeLessThanOrEqual(width)
      }),
    )
  })
})
