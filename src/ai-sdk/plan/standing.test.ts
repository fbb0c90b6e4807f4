import { describe, expect, it } from 'vitest'
import { type Standing, standings } from './standing.ts'

function standing(id: string): Standing {
  const stored = {
    id,
    conversation: 'c',
    branch: 'b',
    head: null,
    inputs: '',
    decisions: '',
    request: '',
    createdAt: 0,
  }
  return { stored, documents: new Map(), contents: new Map() }
}

const idsOf = (found: readonly Standing[]): string[] => found.map(({ stored }) => stored.id)

describe('standings', () => {
  it('give those for beginnings of the messages, the longest first, and no more than four', () => {
    const held = standings(9)
    for (const id of ['a', 'b', 'c', 'd', 'e', 'other']) held.keep(id, standing(id))
    expect(idsOf(held.before(['a', 'b', 'x', 'c']))).toEqual(['c', 'b', 'a'])
    expect(idsOf(held.before(['a', 'b', 'c', 'd', 'e']))).toEqual(['e', 'd', 'c', 'b'])
  })

  it('keep so many, and forget first what was not used for longest', () => {
    const held = standings(2)
    held.keep('a', standing('a'))
    held.keep('b', standing('b'))
    held.before(['a'])
    held.keep('c', standing('c'))
    expect(idsOf(held.before(['a', 'b', 'c']))).toEqual(['c', 'a'])
  })
})
