import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ScoredFile } from './file-scorer.ts'
import type { Partner } from './neighbours.ts'
import { type RankedFile, rankFiles } from './rank-files.ts'

const file = (path: string, words: number, byPath = 0): ScoredFile => ({
  path,
  words,
  byPath,
  pieces: [[1, 40, words + byPath]],
})
const paths = (ranked: readonly RankedFile[]): string[] => ranked.map(({ path }) => path)
const partOf = (ranked: readonly RankedFile[], path: string): RankedFile['parts'] | undefined =>
  ranked.find((each) => each.path === path)?.parts

describe('rankFiles', () => {
  it('is by words and path, best first, then by path', () => {
    const ranked = rankFiles({ files: [file('c', 1), file('b', 1), file('a', 0), file('d', 1, 3)] })
    expect(paths(ranked)).toEqual(['d', 'b', 'c', 'a'])
    expect(ranked[0]).toMatchObject({ score: 1, parts: { words: 0.25, path: 0.75, imports: 0, history: 0 } })
    expect(ranked[1]).toMatchObject({ score: 0.25 })
  })

  it('lifts what the best files import and what imports them', () => {
    const imports = new Map([
      ['best', ['used', 'not-listed', 'best']],
      ['user', ['best']],
    ])
    const ranked = rankFiles({
      files: ['a', 'user', 'used'].map((path) => file(path, 0)).concat(file('best', 5)),
      imports,
    })
    expect(paths(ranked)).toEqual(['best', 'used', 'user', 'a'])
    expect(partOf(ranked, 'user')).toEqual({ words: 0, path: 0, imports: 0.5, history: 0 })
    expect(partOf(ranked, 'best')?.imports).toBe(0)
  })

  it('lifts what everybody imports less than what few do', () => {
    const others = Array.from({ length: 50 }, (_, at) => `other-${at}`)
    const imports = new Map<string, readonly string[]>([
      ['best', ['everywhere', 'here']],
      ...others.map((path) => [path, ['everywhere']] as const),
    ])
    const files = [...others, 'everywhere', 'here'].map((path) => file(path, 0))
    const ranked = rankFiles({ files: [...files, file('best', 1)], imports })
    expect(paths(ranked).slice(0, 2)).toEqual(['best', 'here'])
    expect(partOf(ranked, 'everywhere')?.imports).toBeLessThan(0.1)
  })

  it('lifts what changed together with the best files, the more surely the more often', () => {
    const partners: { readonly [path: string]: readonly Partner[] } = {
      best: [
        { path: 'often', together: 8, ofOwn: 0.8 },
        { path: 'seldom', together: 1, ofOwn: 0.1 },
        { path: 'not-listed', together: 9, ofOwn: 0.9 },
      ],
    }
    const files = [file('seldom', 0), file('often', 0), file('best', 2)]
    const ranked = rankFiles({ files, changedTogether: (path) => partners[path] ?? [] })
    expect(paths(ranked)).toEqual(['best', 'often', 'seldom'])
    expect(partOf(ranked, 'often')?.history).toBeCloseTo((0.5 * 8) / 12, 9)
  })

  it('never lifts a neighbour without a word above what has them all', () => {
    const partners = [{ path: 'other', together: 1000, ofOwn: 1 }]
    const ranked = rankFiles({ files: [file('best', 1), file('other', 0)], changedTogether: () => partners })
    expect(paths(ranked)).toEqual(['best', 'other'])
  })

  it('has pieces of better files before equal ones of others', () => {
    const files = [
      { ...file('a', 4), pieces: [[1, 40, 2] as const] },
      { ...file('b', 3), pieces: [[1, 40, 2] as const] },
    ]
    const [a, b] = rankFiles({ files })
    expect(a?.pieces[0]?.[2]).toBeGreaterThan(b?.pieces[0]?.[2] ?? 9)
  })

  it('asks for the history of a few files only, and of none where nothing suits', () => {
    const asked: string[] = []
    const changedTogether = (path: string): [] => {
      asked.push(path)
      return []
    }
    rankFiles({ files: Array.from({ length: 100 }, (_, at) => file(`f${at}`, at)), changedTogether })
    expect(asked).toEqual(['f99', 'f98', 'f97', 'f96', 'f95'])
    rankFiles({ files: [file('a', 0)], changedTogether })
    expect(asked).toHaveLength(5)
  })

  it('is a total order that the order of files and neighbours does not change', () => {
    const path = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g')
    const files = fc.uniqueArray(fc.tuple(path, fc.double({ min: 0, max: 9, noNaN: true })), {
      selector: ([each]) => each,
    })
    const imports = fc.dictionary(path, fc.array(path))
    const together = fc.dictionary(path, fc.uniqueArray(path))
    fc.assert(
      fc.property(files, imports, together, (scores, imported, changed) => {
        const run = (turned: boolean): readonly RankedFile[] => {
          const turn = <Each>(all: readonly Each[]): readonly Each[] => (turned ? all.toReversed() : all)
          return rankFiles({
            files: turn(scores.map(([each, words]) => file(each, words))),
            imports: new Map(turn(Object.entries(imported).map(([each, others]) => [each, turn(others)]))),
            changedTogether: (each) =>
              turn((changed[each] ?? []).map((other) => ({ path: other, together: 1, ofOwn: 0.3 }))),
          })
        }
        const ranked = run(false)
        expect(run(true)).toEqual(ranked)
        expect(new Set(paths(ranked))).toEqual(new Set(scores.map(([each]) => each)))
        for (const [at, { score, parts }] of ranked.entries()) {
          expect(score).toBeCloseTo(parts.words + parts.path + parts.imports + parts.history, 8)
          expect(score).toBeLessThanOrEqual(ranked[at - 1]?.score ?? Number.POSITIVE_INFINITY)
        }
      }),
    )
  })
})
