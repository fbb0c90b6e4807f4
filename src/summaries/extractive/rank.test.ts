import { describe, expect, it } from 'vitest'
import { centrality } from './rank.ts'
import { likeness, wordsAbout } from './words.ts'

describe('centrality', () => {
  it('is highest where most sentences share words', () => {
    const ranks = centrality(
      ['The store keeps nodes.', 'Nodes have edges.', 'The store has indexes.', 'Lunch was late.'].map(wordsAbout),
    )
    expect(ranks.indexOf(Math.max(...ranks))).toBe(0)
    expect(ranks[3]).toBeCloseTo(0.15)
  })

  it('is 1 on average where every sentence shares words', () => {
    const ranks = centrality(['a1 b1', 'b1 c1', 'c1 d1', 'd1 a1'].map(wordsAbout))
    expect(ranks.reduce((sum, rank) => sum + rank, 0)).toBeCloseTo(4)
  })

  it('is not joined by a word that is everywhere', () => {
    const sentences = Array.from({ length: 400 }, (_, at) => new Set(['everywhere', `word${at}`]))
    expect(new Set(centrality(sentences))).toEqual(new Set([1 - 0.85]))
  })
})

describe('what a sentence is about', () => {
  it('is its words without case, accents, common endings and small words', () => {
    expect(wordsAbout('We are planning the Cafés and the queries.')).toEqual(new Set(['plann', 'cafe', 'query']))
  })

  it('is every pair of characters where there are no spaces', () => {
    expect(wordsAbout('存储节点')).toEqual(new Set(['存储', '储节', '节点']))
  })

  it('is not the same as its contrary', () => {
    expect(wordsAbout('Do not use tabs.')).not.toEqual(wordsAbout('Use tabs.'))
    expect(wordsAbout('Don’t use tabs.')).not.toEqual(wordsAbout('Use tabs.'))
  })

  it('is alike by the share of words in both', () => {
    expect(likeness(new Set(['a', 'b']), new Set(['a', 'c', 'd']))).toBe(0.25)
    expect(likeness(new Set(), new Set())).toBe(0)
  })
})
