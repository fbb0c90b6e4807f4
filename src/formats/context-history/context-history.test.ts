import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  contextHistoryJson,
  editsOfHistory,
  historyOfEdits,
  type MessageEdit,
  restoreHistory,
} from '../../history/edits/context-history.ts'
import type { EditKind } from '../../history/edits/edit.ts'
import { readContextHistory } from './context-history.ts'

const update = (at: number, text: string, metadata: unknown[] = []): unknown => [at, 'text', [text], metadata]
const read = (value: unknown): ReturnType<typeof readContextHistory> => readContextHistory(JSON.stringify(value))

describe('a context history file', () => {
  it('comes out as it went in', () => {
    const file = [
      [4, [2, [[1, [update(120, 'b'), update(100, 'a')]]]]],
      [1, [0, []]],
      [
        6,
        [
          4,
          [
            [0, [update(5.5, '', [['x'], ['x', 'y']])]],
            [2, []],
          ],
        ],
      ],
    ]
    const { history, damaged } = read(file)
    expect(damaged).toBe(false)
    expect(contextHistoryJson(history)).toEqual(file)
    expect(contextHistoryJson(readContextHistory(file as never).history)).toEqual(file)
  })

  it.each([
    ['cut short', '[[1,[0,[[0,[[100,"te'],
    ['empty', ''],
    ['an object', '{}'],
    ['a text', '"x"'],
    ['of an unknown type', '[[1,[7,[]]]]'],
    ['without a time', '[[1,[0,[[0,[[null,"text",["x"],[]]]]]]]]'],
    ['without a text', '[[1,[0,[[0,[[1,"text",[],[]]]]]]]]'],
    ['with a negative index', '[[-1,[0,[]]]]'],
    ['with half a message', '[[1,[0,[]]],[2]]'],
  ])('is damaged where it is %s, and nothing of it is taken', (_, text) => {
    expect(readContextHistory(text)).toEqual({ history: new Map(), damaged: true })
  })

  it('restored to a time keeps what is at it and before, and no empty blocks or messages', () => {
    const { history } = read([
      [
        1,
        [
          2,
          [
            [0, [update(1, 'a'), update(3, 'c'), update(2, 'b')]],
            [1, [update(3, 'c')]],
          ],
        ],
      ],
      [2, [0, []]],
    ])
    expect(contextHistoryJson(restoreHistory(history, 2))).toEqual([[1, [2, [[0, [update(1, 'a'), update(2, 'b')]]]]]])
    expect(contextHistoryJson(restoreHistory(history, 0))).toEqual([])
  })

  it('is a list of edits whose kinds follow from the messages’ types', () => {
    const { history } = read([0, 1, 2, 3, 4].map((type) => [type, [type, [[0, [update(type, `t${type}`)]]]]]))
    expect(editsOfHistory(history).map(({ kind }) => kind)).toEqual(['notice', 'user', 'repeat', 'repeat', 'mention'])
  })

  it('comes back from its edits, with types and metadata', () => {
    const file = [
      [0, [0, [[0, [update(1, 'a')]]]]],
      [1, [1, [[3, [update(2, 'b', [['odd']])]]]]],
      [2, [2, [[0, [update(3, 'c')]]]]],
      [
        3,
        [
          3,
          [
            [0, [update(4, 'd'), update(5, 'e')]],
            [7, [update(4, 'f')]],
          ],
        ],
      ],
      [9, [4, [[0, [update(6, 'g', [['x.md'], ['x.md', 'y.md']])]]]]],
    ]
    expect(contextHistoryJson(historyOfEdits(editsOfHistory(read(file).history)))).toEqual(file)
  })

  it('holds edits of every kind, in order of message, block and time', () => {
    const kinds: EditKind[] = ['notice', 'repeat', 'stale', 'mention', 'truncate', 'summary', 'user']
    const edits = kinds.map((kind, at): MessageEdit => ({ message: 10 - at, part: 0, at, kind, content: kind }))
    expect([...historyOfEdits(edits)].map(([message, { type }]) => [message, type])).toEqual([
      [4, 1],
      [5, 0],
      [6, 0],
      [7, 4],
      [8, 2],
      [9, 2],
      [10, 0],
    ])
  })

  it('never throws, whatever the text', () => {
    fc.assert(fc.property(fc.oneof(fc.string(), fc.json()), (text) => void readContextHistory(text)))
  })
})
