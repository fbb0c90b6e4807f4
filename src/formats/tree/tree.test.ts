import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Entry, NodeEntry, ProblemEntry } from '../format.ts'
import { type Growth, grow } from './grow.ts'
import { link, type Parents } from './link.ts'

interface Row {
  readonly id: string
  readonly parent?: string | null
  readonly empty?: boolean
  readonly group?: string
}

async function* growths(rows: readonly Row[]): AsyncIterable<Growth> {
  for (const [at, { id, parent, empty = false, group = '' }] of rows.entries()) {
    yield {
      kind: 'linked',
      id,
      parent,
      group,
      line: at + 1,
      drafts: empty ? [] : [{ suffix: '', author: 'human', parts: [{ kind: 'text', text: id }] }],
      conversation: { kind: 'conversation', key: group === '' ? 's' : `s/${group}/${id}` },
    }
  }
}

async function read(rows: readonly Row[]): Promise<Entry[]> {
  const parents: Parents = new Map(rows.toReversed().map(({ id, parent }) => [id, parent]))
  const entries: Entry[] = []
  for await (const entry of grow(link(growths(rows), async () => parents))) entries.push(entry)
  return entries
}

function nodes(entries: readonly Entry[]): string[] {
  return entries.flatMap((entry) => (entry.kind === 'node' ? [`${entry.parent ?? ''}>${entry.key}`] : []))
}

function problems(entries: readonly Entry[]): ProblemEntry[] {
  return entries.filter((entry) => entry.kind === 'problem')
}

describe('lines with parents', () => {
  it('become a tree, with two children of one parent as two branches', async () => {
    const entries = await read([
      { id: 'a', parent: null },
      { id: 'b', parent: 'a' },
      { id: 'c', parent: 'a' },
    ])
    expect(nodes(entries)).toEqual(['>a', 'a>b', 'a>c'])
    expect(problems(entries)).toEqual([])
  })

  it('pass over lines without content', async () => {
    const entries = await read([
      { id: 'x', parent: null, empty: true },
      { id: 'a', parent: 'x' },
      { id: 'y', parent: 'a', empty: true },
      { id: 'z', parent: 'y', empty: true },
      { id: 'b', parent: 'z' },
    ])
    expect(nodes(entries)).toEqual(['>a', 'a>b'])
  })

  it('wait for a parent that stands later', async () => {
    const entries = await read([
      { id: 'c', parent: 'b' },
      { id: 'd', parent: 'c' },
      { id: 'b', parent: 'a' },
      { id: 'a', parent: null },
    ])
    expect(nodes(entries)).toEqual(['>a', 'a>b', 'b>c', 'c>d'])
    expect(problems(entries)).toEqual([])
  })

  it('go behind the last good line where the parent is nowhere', async () => {
    const entries = await read([
      { id: 'a', parent: null },
      { id: 'b', parent: 'lost' },
    ])
    expect(nodes(entries)).toEqual(['>a', 'a>b'])
    expect(problems(entries)).toMatchObject([{ line: 2, message: expect.stringContaining('lost is not in this file') }])
  })

  it('are taken out of a cycle, each once', async () => {
    const entries = await read([
      { id: 'a', parent: null },
      { id: 'b', parent: 'd' },
      { id: 'c', parent: 'b' },
      { id: 'd', parent: 'c' },
      { id: 'self', parent: 'self' },
    ])
    expect(nodes(entries)).toEqual(['>a', 'a>b', 'b>c', 'c>d', 'd>self'])
    expect(problems(entries).map(({ line }) => line)).toEqual([2, 5])
  })

  it('count once where an id comes twice', async () => {
    const entries = await read([
      { id: 'a', parent: null },
      { id: 'a', parent: null },
      { id: 'b', parent: 'a' },
    ])
    expect(nodes(entries)).toEqual(['>a', 'a>b'])
    expect(problems(entries)).toMatchObject([{ line: 2 }])
  })

  it('make a second conversation of a second root', async () => {
    const entries = await read([
      { id: 'a', parent: null },
      { id: 'b', parent: null },
      { id: 'c', parent: 'a' },
    ])
    expect(entries.map((entry) => ('key' in entry ? entry.key : entry.kind))).toEqual([
      ...['s', 'a', 'problem', 's/root/b', 'b', 's', 'c'],
    ])
  })

  it('are a conversation of their own where the group changes', async () => {
    const entries = await read([
      { id: 'a', parent: null },
      { id: 'x', parent: 'a', group: 'side' },
      { id: 'y', parent: 'x', group: 'side' },
      { id: 'b', parent: 'a' },
    ])
    expect(entries.map((entry) => ('key' in entry ? entry.key : entry.kind))).toEqual([
      ...['s', 'a', 's/side/x', 'x', 'y', 's', 'b'],
    ])
    expect(nodes(entries)).toEqual(['>a', '>x', 'x>y', 'a>b'])
  })

  it('never lose a line, and always come behind their parents', async () => {
    const name = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f')
    const row = fc.record({ id: name, parent: fc.oneof(name, fc.constant(null)), empty: fc.boolean() })
    await fc.assert(
      fc.asyncProperty(fc.array(row, { maxLength: 8 }), async (rows) => {
        const entries = await read(rows)
        const seen = new Set<string>()
        for (const { key, parent } of entries.filter((entry): entry is NodeEntry => entry.kind === 'node')) {
          expect(parent === null || seen.has(parent)).toBe(true)
          expect(seen.has(key)).toBe(false)
          seen.add(key)
        }
        const first = new Map(rows.toReversed().map(({ id, empty }) => [id, empty]))
        expect(seen.size).toBe([...first.values()].filter((empty) => !empty).length)
      }),
      { numRuns: 500 },
    )
  })

  it('that all stand in reverse take time in proportion to their number', async () => {
    const count = 50_000
    const rows = Array.from({ length: count }, (_, n) => ({
      id: `${count - n}`,
      parent: n === count - 1 ? null : `${count - n - 1}`,
    }))
    expect(nodes(await read(rows))).toHaveLength(count)
  }, 10_000)
})
