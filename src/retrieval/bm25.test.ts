import { describe, expect, it } from 'vitest'
import { bm25, collectionOf, type Document } from './bm25.ts'

const none = new Map<number, number>()
const document = (length: number, ...counts: [word: number, count: number][]): Document => ({
  length,
  text: new Map(counts),
  path: none,
})

describe('bm25', () => {
  it('is the formula', () => {
    const documents = [document(10, [0, 2]), document(30), document(20)]
    const collection = collectionOf(documents, [1])
    const idf = Math.log(1 + 2.5 / 1.5)
    expect(collection).toEqual({ worths: [idf], meanLength: 20 })
    expect(bm25(document(10, [0, 2]), collection)).toBeCloseTo((idf * 2 * 3) / (2 + 2 * (0.25 + 0.75 * 0.5)), 12)
  })

  it('counts text and path together, and a document once', () => {
    const both = { length: 10, text: new Map([[0, 1]]), path: new Map([[0, 4]]) }
    const collection = collectionOf([both, document(10)], [1])
    expect(collection.worths).toEqual(collectionOf([document(10, [0, 5]), document(10)], [1]).worths)
    expect(bm25(both, collection)).toBe(bm25(document(10, [0, 5]), collection))
  })

  it('is higher for rare words, for more of them, and for short documents', () => {
    const documents = [document(10, [0, 1]), document(10, [0, 1], [1, 1]), document(10)]
    const collection = collectionOf(documents, [1, 1])
    const score = (...counts: [number, number][]): number => bm25(document(10, ...counts), collection)
    expect(score([1, 1])).toBeGreaterThan(score([0, 1]))
    expect(score([0, 2])).toBeGreaterThan(score([0, 1]))
    expect(bm25(document(5, [0, 1]), collection)).toBeGreaterThan(score([0, 1]))
    expect(score()).toBe(0)
  })

  it('does not depend on the order in which words were found', () => {
    const weights = [1, 0.3, 0.7, 0.1]
    const counts: [number, number][] = [
      [0, 1],
      [1, 2],
      [2, 3],
      [3, 7],
    ]
    const collection = collectionOf([document(9, ...counts), document(5)], weights)
    expect(bm25(document(9, ...counts.toReversed()), collection)).toBe(bm25(document(9, ...counts), collection))
  })

  it('says nothing of no documents', () => {
    expect(collectionOf([], [1]).meanLength).toBe(1)
  })
})
