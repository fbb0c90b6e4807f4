import fc from 'fast-check'
import pc from 'picocolors'
import { describe, expect, it } from 'vitest'
import { widthOf } from '../../print/width.ts'
import { drawEditor, spokenLines } from './draw-editor.ts'
import { edit } from './edit.ts'
import { emptyEditor } from './editor-state.ts'

const style = pc.createColors(false)
const drawn = (text: string, width: number, left = 0): ReturnType<typeof drawEditor> => {
  let state = edit(emptyEditor([]), { kind: 'insert', text })
  for (let i = 0; i < left; i++) state = edit(state, { kind: 'move', to: 'left' })
  return drawEditor(state, { style, width, height: 5 })
}

describe('the drawn editor', () => {
  it('stays within its room, with the cursor on one of its lines', () => {
    const piece = fc.constantFrom('a', 'word ', '\n', '世', '👩‍👩‍👧', '\u001b', '\u202e', '\t')
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 40 }),
        fc.integer({ min: 8, max: 40 }),
        fc.nat(60),
        (pieces, width, left) => {
          const { lines, cursor } = drawn(pieces.join(''), width, left)
          expect(lines.length).toBeLessThanOrEqual(5)
          expect(cursor.row).toBeLessThan(lines.length)
          expect(cursor.column).toBeLessThanOrEqual(Math.max(width, 10))
          for (const line of lines) {
            expect(widthOf(line)).toBeLessThanOrEqual(Math.max(width, 10))
            expect(line).not.toMatch(/\p{Cc}|\u202e/u)
          }
        },
      ),
    )
  })

  it('puts the cursor by columns, not by characters', () => {
    expect(drawn('世界a', 20).cursor).toEqual({ row: 0, column: 7 })
    expect(drawn('世界a', 20, 2).cursor).toEqual({ row: 0, column: 4 })
    expect(drawn('one\n', 20).cursor).toEqual({ row: 1, column: 2 })
    expect(drawn('one\ntwo', 20, 4)).toMatchObject({ lines: ['› one', '  two'], cursor: { row: 0, column: 5 } })
  })

  it('breaks a line that is full, and moves the cursor along', () => {
    expect(drawn('abcdefgh', 10)).toEqual({ lines: ['› abcdefgh', '  '], cursor: { row: 1, column: 2 } })
    expect(drawn('abcdefg世', 10)).toEqual({ lines: ['› abcdefg', '  世'], cursor: { row: 1, column: 4 } })
  })

  it('shows the lines around the cursor of a long text', () => {
    const { lines } = drawn('1\n2\n3\n4\n5\n6\n7\n8\n9', 20)
    expect(lines).toEqual(['⋮ 5', '  6', '  7', '  8', '  9'])
  })

  it('leaves what was said on the screen without anything a terminal obeys', () => {
    expect(spokenLines('a\u001b[2J\n\tb', style)).toEqual(['› a␛[2J', '      b'])
  })
})
