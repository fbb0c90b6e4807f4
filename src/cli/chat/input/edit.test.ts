import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { edit } from './edit.ts'
import { type EditorAction, type EditorState, emptyEditor, type Motion } from './editor-state.ts'
import { snap } from './graphemes.ts'

const motions: readonly Motion[] = ['left', 'right', 'word-left', 'word-right', 'line-start', 'line-end']
const texts = fc.array(
  fc.constantFrom(
    'a',
    'word',
    ' ',
    '\n',
    '世',
    '👩‍👩‍👧',
    'e',
    '\u0301',
    '\u200d',
    '🇩',
    '🇪',
    '한',
    '\ud83d',
    '\udc69',
    '.',
    '\t',
  ),
  { minLength: 1, maxLength: 4 },
)
const whole = fc.array(fc.constantFrom('a', 'word', ' ', '\n', '世', '👩‍👩‍👧', 'e\u0301'), {
  minLength: 1,
  maxLength: 6,
})
const action: fc.Arbitrary<EditorAction> = fc.oneof(
  { weight: 4, arbitrary: texts.map((pieces) => ({ kind: 'insert' as const, text: pieces.join('') })) },
  { weight: 3, arbitrary: fc.constantFrom(...motions).map((to) => ({ kind: 'move' as const, to })) },
  fc.constantFrom(...motions).map((to) => ({ kind: 'delete' as const, to })),
  fc.constantFrom(...motions).map((to) => ({ kind: 'cut' as const, to })),
  fc.constantFrom<EditorAction>({ kind: 'put' }, { kind: 'up' }, { kind: 'down' }, { kind: 'search' }),
  fc.boolean().map((keep) => ({ kind: 'search-end' as const, keep })),
)

function doing(
  actions: readonly EditorAction[],
  from: EditorState = emptyEditor(['one', 'two\nlines', '世界 👩‍👩‍👧']),
): EditorState {
  return actions.reduce(edit, from)
}

const written = (text: string): EditorState =>
  doing([{ kind: 'insert', text }], emptyEditor(['first', 'second\nof two']))
const moves = (...to: readonly Motion[]): EditorAction[] => to.map((each) => ({ kind: 'move', to: each }))

describe('the editor', () => {
  it('keeps the cursor inside the text and between graphemes, whatever is done', () => {
    fc.assert(
      fc.property(fc.array(action, { maxLength: 30 }), (actions) => {
        const { text, cursor, place, history } = doing(actions)
        expect(cursor).toBe(snap(text, cursor))
        expect(text.isWellFormed()).toBe(true)
        expect(place).toBeGreaterThanOrEqual(0)
        expect(place).toBeLessThanOrEqual(history.length)
      }),
      { numRuns: 500 },
    )
  })

  it('holds what was typed, wherever the cursor went in between', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(texts, fc.constantFrom(...motions)), { maxLength: 20 }), (steps) => {
        let expected = ''
        let state = emptyEditor([])
        for (const step of steps) {
          if (typeof step === 'string') state = edit(state, { kind: 'move', to: step })
          else {
            const text = step.join('')
            expected = (expected.slice(0, state.cursor) + text + expected.slice(state.cursor)).toWellFormed()
            state = edit(state, { kind: 'insert', text })
          }
          expect(state.text).toBe(expected)
        }
      }),
    )
  })

  it('puts in again what it cut', () => {
    fc.assert(
      fc.property(whole, fc.constantFrom(...motions), fc.constantFrom(...motions), (pieces, to, cut) => {
        const before = edit(written(pieces.join('')), { kind: 'move', to })
        const gone = edit(before, { kind: 'cut', to: cut })
        if (gone.text !== before.text) expect(edit(gone, { kind: 'put' }).text).toBe(before.text)
      }),
    )
  })

  it('deletes whole graphemes', () => {
    const family = written('a👩‍👩‍👧')
    expect(edit(family, { kind: 'delete', to: 'left' })).toMatchObject({ text: 'a', cursor: 1 })
    expect(doing(moves('left', 'left'), written('e\u0301x'))).toMatchObject({ cursor: 0 })
  })

  it('moves by words and lines, and joins lines when it cuts at their edge', () => {
    expect(doing(moves('word-left', 'word-left'), written('one two, three')).cursor).toBe(4)
    const lines = doing(moves('line-start'), written('one\ntwo'))
    expect(lines.cursor).toBe(4)
    expect(edit(lines, { kind: 'cut', to: 'line-start' }).text).toBe('onetwo')
    const end = { ...lines, cursor: 3 }
    expect(edit(end, { kind: 'cut', to: 'line-end' }).text).toBe('onetwo')
  })

  it('goes up and down through its lines, keeping to the column, and then through what was said before', () => {
    const lines = written('long line\nab\n世界 line')
    const up = edit(doing(moves('left', 'left'), lines), { kind: 'up' })
    expect(up.cursor).toBe('long line\nab'.length)
    expect(edit(up, { kind: 'up' }).cursor).toBe(7)
    const earlier = doing([{ kind: 'up' }, { kind: 'up' }, { kind: 'up' }], lines)
    expect(earlier.text).toBe('second\nof two')
    const back = doing([{ kind: 'down' }, { kind: 'down' }], earlier)
    expect(back.text).toBe('long line\nab\n世界 line')
    expect(
      doing(
        Array.from({ length: 9 }, () => ({ kind: 'up' as const })),
        lines,
      ).text,
    ).toBe('first')
  })

  it('does not stop inside a wide character when it changes lines', () => {
    const state = doing([{ kind: 'move', to: 'left' }, { kind: 'up' }], written('世界\nabcd'))
    expect(state.cursor).toBe(1)
  })

  it('searches backwards through what was said, and gives back what was written when it is given up', () => {
    const found = doing([{ kind: 'search' }, { kind: 'insert', text: 'o' }], written('draft'))
    expect(found.text).toBe('second\nof two')
    expect(edit(found, { kind: 'search-end', keep: true })).toMatchObject({ text: 'second\nof two', search: null })
    expect(edit(found, { kind: 'search-end', keep: false })).toMatchObject({ text: 'draft', search: null })
    expect(doing([{ kind: 'insert', text: 'zz' }], found)).toMatchObject({ search: { found: -1 } })
    const older = doing([{ kind: 'search' }, { kind: 'insert', text: 's' }, { kind: 'search' }], written('draft'))
    expect(older.text).toBe('first')
  })
})
