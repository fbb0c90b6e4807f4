import { describe, expect, it } from 'vitest'
import { detoursTo } from './resolve-path.ts'
import { routeNodes, straight } from './route.ts'

const parents: { readonly [node: string]: string | null } = { a: null, b: 'a', c: 'b', d: 'c', x: 'a' }
const up = (node: string): string | null => parents[node] ?? null

describe('routeNodes', () => {
  it('goes up by the parents, and by a detour where there is one', () => {
    expect(routeNodes(straight('d'), up)).toEqual(['a', 'b', 'c', 'd'])
    expect(routeNodes({ head: 'd', detours: [{ at: 'c', to: 'x' }] }, up)).toEqual(['a', 'x', 'c', 'd'])
  })
})

describe('detoursTo', () => {
  it('writes down where a path leaves the parents, from the head on', () => {
    const primary = (node: string): { node: string; role: 'primary' } => ({ node, role: 'primary' })
    const into: { readonly [node: string]: readonly (readonly [string, ...string[]])[] } = {
      b: [['a']],
      c: [['b', 'x']],
      d: [['c'], ['x']],
      x: [['a']],
    }
    const tree = {
      incoming: (target: string) =>
        (into[target] ?? []).map((sources, number) => ({
          id: `${target}.${number}`,
          target,
          type: 'continuation' as const,
          sources: sources.map(primary),
        })),
      createdAt: () => 0,
    }
    expect(detoursTo(tree, 'c', new Map(), up)).toEqual([{ at: 'c', to: 'x' }])
    expect(detoursTo(tree, 'd', new Map([['d', { edge: 'd.1' }]]), up)).toEqual([{ at: 'd', to: 'x', edge: 'd.1' }])
    const both = new Map([
      ['d', { edge: 'd.0' }],
      ['c', { source: 'b' }],
    ])
    expect(detoursTo(tree, 'd', both, up)).toEqual([])
    expect(() => detoursTo(tree, 'd', new Map(), up)).toThrow(expect.objectContaining({ code: 'ambiguous-path' }))
  })
})
