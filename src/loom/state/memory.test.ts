import { describe, expect, it } from 'vitest'
import {
  actionsKept,
  dropped,
  emptyMemory,
  type Item,
  pinned,
  recalled,
  stashed,
  stashOf,
  unpinned,
  withAction,
} from './memory.ts'

const node = (id: string): Item => ({ kind: 'node', node: id })

describe('an agent’s memory', () => {
  it('pins a node once', () => {
    expect(pinned(pinned(pinned(emptyMemory, 'a'), 'b'), 'a').pins).toEqual(['a', 'b'])
    expect(unpinned(pinned(emptyMemory, 'a'), 'a')).toEqual(emptyMemory)
  })

  it('puts nodes away under a label, and they are no longer pinned', () => {
    const memory = stashed(pinned(pinned(emptyMemory, 'a'), 'b'), 'later', [node('a'), { kind: 'note', text: 'x' }])
    expect(memory.pins).toEqual(['b'])
    expect(stashOf(memory, 'later')?.items).toHaveLength(2)
  })

  it('adds to a stash what it does not hold', () => {
    const memory = stashed(stashed(emptyMemory, 'l', [node('a')]), 'l', [node('a'), node('b')])
    expect(stashOf(memory, 'l')?.items).toEqual([node('a'), node('b')])
    expect(memory.stashes).toHaveLength(1)
  })

  it('has a stash in sight from its recall until it is stashed again', () => {
    const open = recalled(stashed(emptyMemory, 'l', [node('a')]), 'l')
    expect(stashOf(open, 'l')?.recalled).toBe(true)
    expect(stashOf(stashed(open, 'l', []), 'l')).toEqual({ label: 'l', items: [node('a')], recalled: false })
    expect(dropped(open, 'l')).toEqual(emptyMemory)
  })

  it('forgets the oldest action', () => {
    let actions: ReturnType<typeof withAction> = []
    for (let at = 0; at < 13; at++) actions = withAction(actions, { name: 'view', about: '', outcome: 'ok', at })
    expect(actions.map(({ at }) => at)).toEqual([3, 4, 5, 6, 7, 8, 9, 10, 11, 12])
    expect(actions).toHaveLength(actionsKept)
  })
})
