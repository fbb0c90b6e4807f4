import { describe, expect, it } from 'vitest'
import type { Entry, NodeEntry } from '../format.ts'
import { textSource } from '../text-source.ts'
import { loom } from './loom.ts'

async function readText(text: string): Promise<Entry[]> {
  const entries: Entry[] = []
  for await (const entry of loom.read(textSource('tree.json', text))) entries.push(entry)
  return entries
}

const read = (value: object): Promise<Entry[]> => readText(JSON.stringify(value))
const nodesOf = (entries: readonly Entry[]): NodeEntry[] => entries.filter((entry) => entry.kind === 'node')

describe('a nested loom tree', () => {
  it('is a buffer with the selected node, bookmarks, tags and who wrote what', async () => {
    const meta = { source: 'AI', creation_timestamp: '2023-02-13-20.57.56' }
    const [opening, ...nodes] = await read({
      root: {
        id: 'a',
        text: 'Once ',
        children: [
          { id: 'b', text: 'upon', children: [], mutable: true, visited: true, meta, generation: { id: 'x' } },
          { id: 'c', text: 'there', children: [], bookmark: true, tags: ['good', 'pinned'] },
        ],
      },
      chapters: {},
      selected_node_id: 'b',
    })
    const text = (words: string): object => [{ kind: 'text', text: words }]
    expect(opening).toEqual({ kind: 'conversation', key: 'tree.json#a', mode: 'buffer' })
    expect(nodes).toEqual([
      { kind: 'node', key: 'a', parent: null, author: 'human', parts: text('Once ') },
      {
        kind: 'node',
        key: 'b',
        parent: 'a',
        author: 'model',
        parts: text('upon'),
        createdAt: Date.UTC(2023, 1, 13, 20, 57, 56),
        current: true,
      },
      {
        kind: 'node',
        key: 'c',
        parent: 'a',
        author: 'human',
        parts: text('there'),
        bookmark: '',
        tags: ['good', 'pinned'],
      },
    ])
  })

  it('needs no ids: the same tree has the same keys, and an id that comes twice is not used twice', async () => {
    const tree = {
      text: 'a',
      children: [
        { text: 'b', children: [] },
        { text: 'b', children: [] },
        { id: 1, text: 'c' },
        { id: 1, text: 'd' },
      ],
    }
    const keys = nodesOf(await read(tree)).map(({ key }) => key)
    expect(new Set(keys).size).toBe(5)
    expect(keys[3]).toBe('1')
    expect(nodesOf(await read(tree)).map(({ key }) => key)).toEqual(keys)
  })

  it('is the same where the text stands behind the children', async () => {
    const before = { id: 'a', text: 'x', children: [{ id: 'b', text: 'y', children: [] }] }
    const behind = { children: [{ children: [], text: 'y', id: 'b' }], text: 'x', id: 'a' }
    expect(await read(behind)).toEqual(await read(before))
  })

  it('may be 100,000 deep, or have 50,000 children', async () => {
    const depth = 100_000
    const deep = await readText('{"text":"x","children":['.repeat(depth) + ']}'.repeat(depth))
    expect(nodesOf(deep)).toHaveLength(depth)
    const wide = { text: 'x', children: Array.from({ length: 50_000 }, (_, id) => ({ id: `n${id}`, text: 'y' })) }
    expect(nodesOf(await read(wide))).toHaveLength(50_001)
  }, 20_000)

  it('gives all that was complete where it is cut off, with the keys that the whole has', async () => {
    const tree = { text: 'a', children: [{ text: 'b', children: [{ text: 'c' }, { text: 'd' }] }, { text: 'e' }] }
    const whole = nodesOf(await read(tree))
    const cut = await readText(JSON.stringify(tree).split('{"text":"d')[0] ?? '')
    expect(nodesOf(cut)).toEqual(whole.slice(0, 3))
    expect(cut.at(-1)).toMatchObject({ kind: 'problem', message: expect.stringContaining('cut short') })
  })
})

describe('a loom’s nodes', () => {
  const node = (parentId: string | null, text: string, more: object = {}): object => ({ text, parentId, ...more })

  it('are read by id in any order, with the current one', async () => {
    const nodes = { c: node('b', '3'), b: node('a', '2', { bookmarked: true }), a: node(null, '1') }
    expect(await read({ current: 'c', hoisted: [], nodes })).toMatchObject([
      { kind: 'conversation', key: 'tree.json#c', mode: 'buffer' },
      { key: 'a', parent: null },
      { key: 'b', parent: 'a', bookmark: '' },
      { key: 'c', parent: 'b', current: true },
    ])
  })

  it('are read as a list, with the models that wrote them', async () => {
    const list = [
      { id: 1, text: 'x', parent_id: null },
      { id: 2, text: 'y', parent_id: 1, metadata: { model: 'm', created: '2024-01-15T10:30:00.000Z' } },
    ]
    expect(await read({ nodes: list, current: 2 })).toMatchObject([
      { kind: 'conversation' },
      { key: '1', author: 'human' },
      {
        key: '2',
        parent: '1',
        author: 'model',
        authorId: 'm',
        createdAt: Date.UTC(2024, 0, 15, 10, 30),
        current: true,
      },
    ])
  })

  it('with several beginnings are several conversations, and a cycle is opened', async () => {
    const entries = await read({
      nodes: { a: node(null, '1'), b: node(null, '2'), c: node('d', '3'), d: node('c', '4') },
    })
    expect(entries.filter(({ kind }) => kind === 'conversation')).toHaveLength(2)
    expect(nodesOf(entries)).toHaveLength(4)
    expect(entries.filter(({ kind }) => kind === 'problem')).toHaveLength(2)
  })

  it('without text are left out with their name', async () => {
    expect(await read({ nodes: { a: node(null, '1'), b: { parentId: 'a' } } })).toMatchObject([
      { kind: 'conversation' },
      { key: 'a' },
      { kind: 'problem', message: expect.stringContaining('Node b') },
    ])
  })
})
