import { describe, expect, it } from 'vitest'
import type { RankedFile } from '../../src/retrieval/rank-files.ts'
import { hunkRecall } from './score.ts'
import { type Sent, sendPieces } from './send.ts'

const texts: { readonly [path: string]: readonly string[] } = {
  a: Array.from({ length: 9 }, (_, at) => `a${at + 1}`),
  b: Array.from({ length: 3 }, (_, at) => `b${at + 1}`),
}
const ranked = (path: string, pieces: RankedFile['pieces']): RankedFile => ({
  path,
  score: 1,
  parts: { words: 1, path: 0, imports: 0, history: 0 },
  pieces,
})
const characters = (text: string): number => text.length
const send = (files: readonly RankedFile[], limit: number): Sent =>
  sendPieces(files, (path) => texts[path] ?? [], limit, characters)
const lines = (sent: Sent, path: string): number[] =>
  [...(sent.get(path) ?? [])].flatMap((mark, line) => (mark === 1 ? [line] : []))

describe('what is sent under a limit', () => {
  const files = [
    ranked('a', [
      [1, 4, 3],
      [3, 6, 1],
    ]),
    ranked('b', [[1, 2, 2]]),
  ]

  it('is the best pieces of all files, each line once', () => {
    const sent = send(files, 1000)
    expect(lines(sent, 'a')).toEqual([1, 2, 3, 4, 5, 6])
    expect(lines(sent, 'b')).toEqual([1, 2])
  })

  it('skips what does not fit, headings counted', () => {
    const sent = send([ranked('a', [[1, 9, 3]]), ranked('b', [[1, 2, 2]])], 60)
    expect(sent.size).toBe(1)
    expect(send([ranked('b', [[1, 2, 2]])], 15)).toEqual(new Map())
  })

  it('is nothing where nothing fits', () => {
    expect(send(files, 45).get('b')).toBeUndefined()
    expect(send(files, 1).size).toBe(0)
  })

  it('has a hunk where it has all of its lines', () => {
    const task = { id: '', base: '', query: '', gold: ['a'] }
    const sent = send([ranked('a', [[1, 4, 1]])], 1000)
    expect(hunkRecall({ ...task, hunks: { a: [[4, 4]] } }, sent)).toBe(1)
    expect(
      hunkRecall(
        {
          ...task,
          hunks: {
            a: [
              [1, 2],
              [4, 5],
            ],
            b: [[1, 1]],
          },
        },
        sent,
      ),
    ).toBe(1 / 3)
    expect(hunkRecall({ ...task, hunks: { a: [[9, 12]] } }, send([ranked('a', [[1, 9, 1]])], 1000))).toBe(0)
  })
})
