import { describe, expect, it } from 'vitest'
import { linksOf } from './atoms.ts'
import type { ReadNode } from './read-node.ts'

function node(opens: readonly string[], answers: readonly string[] = []): ReadNode {
  return { author: 'model', pieces: [], from: 0, to: 0, opens, answers }
}

describe('links between nodes', () => {
  it('join a call to its answer, however far away, and leave others alone', () => {
    const between = Array.from({ length: 100 }, () => node([]))
    const { atoms, open } = linksOf([node(['a']), ...between, node([], ['a'])])
    expect([atoms[0], atoms[50], atoms[101]]).toEqual([0, undefined, 0])
    expect([open[0], open[100], open[101]]).toEqual([1, 1, 0])
  })

  it('join what one node answers together', () => {
    const { atoms } = linksOf([node(['a']), node(['b']), node([], ['b', 'a']), node(['c']), node([], ['c'])])
    expect(atoms).toEqual([0, 0, 0, 3, 3])
  })

  it('take the newest call where an id was used again', () => {
    expect(linksOf([node(['a']), node([], ['a']), node(['a']), node([], ['a'])]).atoms).toEqual([0, 0, 2, 2])
  })

  it('know no calls without an answer, nor answers without a call', () => {
    const { atoms, open } = linksOf([node(['a']), node([], ['b']), node(['c'], ['c'])])
    expect(atoms).toEqual([undefined, undefined, undefined])
    expect(open).toEqual([0, 0, 0])
  })
})
