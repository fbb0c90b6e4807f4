import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Entry, NodeEntry } from '../format.ts'
import { openText } from '../open-text.ts'
import { textSource } from '../text-source.ts'
import { oasst } from './oasst.ts'

async function all(entries: AsyncIterable<Entry>): Promise<Entry[]> {
  const found: Entry[] = []
  for await (const entry of entries) found.push(entry)
  return found
}

const read = (...lines: readonly object[]): Promise<Entry[]> =>
  all(oasst.read(textSource('x', lines.map((line) => JSON.stringify(line)).join('\n'))))

const flat = [
  { tree: 't', id: 'a', parent: null, role: 'prompter', text: 'Hi' },
  { tree: 't', id: 'b', parent: 'a', role: 'assistant', text: 'Ho' },
  { tree: 't', id: 'c', parent: 'a', role: 'assistant', text: 'Hey' },
  { tree: 't', id: 'd', parent: 'c', role: 'prompter', text: 'Well' },
  { tree: 'u', id: 'e', parent: null, role: 'prompter', text: 'Else' },
]

describe('oasst', () => {
  it('reads a tree with ranks, names of models, and what was deleted', async () => {
    const reply = { message_id: 'b', parent_id: 'a', text: 'Ho', role: 'assistant', rank: 0, model_name: 'm' }
    const gone = { message_id: 'c', parent_id: 'b', text: 'x', role: 'prompter', deleted: true, rank: null }
    const prompt = { message_id: 'a', text: 'Hi', role: 'prompter', created_date: '2023-02-05T14:23:50+00:00' }
    const tree = { message_tree_id: 'a', prompt: { ...prompt, replies: [{ ...reply, replies: [gone] }] } }
    const createdAt = Date.UTC(2023, 1, 5, 14, 23, 50)
    expect(await read(tree)).toEqual([
      { kind: 'conversation', key: 'a', createdAt },
      { kind: 'node', key: 'a', parent: null, author: 'human', parts: [{ kind: 'text', text: 'Hi' }], createdAt },
      {
        kind: 'node',
        key: 'b',
        parent: 'a',
        author: 'model',
        authorId: 'm',
        parts: [{ kind: 'text', text: 'Ho' }],
        tags: ['rank:0'],
      },
      { kind: 'node', key: 'c', parent: 'b', author: 'human', parts: [{ kind: 'text', text: 'x' }], excluded: true },
    ])
  })

  it('comes to the same trees from a flat list in any order', async () => {
    const shape = (entries: readonly Entry[]): string[] =>
      entries.flatMap((entry) => (entry.kind === 'node' ? [`${entry.parent} ${entry.key}`] : [])).sort()
    const expected = shape(await read(...flat))
    const shuffled = fc.shuffledSubarray(flat, { minLength: flat.length })
    await fc.assert(
      fc.asyncProperty(shuffled, async (lines) => {
        const entries = await read(...lines)
        expect(entries.filter(({ kind }) => kind === 'problem')).toEqual([])
        expect(entries.filter(({ kind }) => kind === 'conversation')).toHaveLength(2)
        expect(shape(entries)).toEqual(expected)
      }),
    )
  })

  it('reads the names of the published flat list', async () => {
    const line = { message_id: 'a', parent_id: null, message_tree_id: 'a', role: 'prompter', text: 'Hi', lang: 'en' }
    expect(await read(line)).toMatchObject([{ key: 'a' }, { key: 'a', parent: null }])
  })

  it('leaves out a message that is not what it should be, and keeps what hangs on it', async () => {
    const bad = { message_id: 'b', role: 'assistant', replies: [{ message_id: 'c', role: 'prompter', text: 'x' }] }
    const tree = { message_tree_id: 'a', prompt: { message_id: 'a', role: 'prompter', text: 'Hi', replies: [bad] } }
    expect(await read(tree)).toMatchObject([
      { kind: 'problem', line: 1 },
      { kind: 'conversation' },
      { key: 'a' },
      { key: 'c', parent: 'a' },
    ])
  })
})

const folder = join(import.meta.dirname, '../../../../shared/eval/trees')

describe.skipIf(!existsSync(folder))('the trees for evaluation', () => {
  it.each(['oasst-en-100-trees.jsonl', 'oasst-en-100-messages.jsonl'])('come in whole from %s', async (file) => {
    const entries = await all(oasst.read(await openText(join(folder, file))))
    const nodes = new Map<string, NodeEntry>()
    const children = new Map<string, number>()
    const depths = new Map<string, number>()
    const sums = new Map<string, number>()
    let text = 0
    for (const node of entries) {
      if (node.kind !== 'node') continue
      const length = node.parts.reduce((sum, part) => sum + (part.kind === 'text' ? part.text.length : 0), 0)
      const parent = node.parent ?? ''
      nodes.set(node.key, node)
      children.set(parent, (children.get(parent) ?? 0) + 1)
      depths.set(node.key, (depths.get(parent) ?? -1) + 1)
      sums.set(node.key, (sums.get(parent) ?? 0) + length)
      text += length
    }
    const leaves = [...nodes.keys()].filter((key) => !children.has(key))
    expect(entries.filter(({ kind }) => kind === 'problem')).toEqual([])
    expect({
      trees: entries.filter(({ kind }) => kind === 'conversation').length,
      nodes: nodes.size,
      leaves: leaves.length,
      forks: [...children].filter(([key, count]) => key !== '' && count > 1).length,
      levels: Math.max(...depths.values()) + 1,
      text,
      paths: leaves.reduce((sum, key) => sum + (sums.get(key) ?? 0), 0),
    }).toEqual({ trees: 100, nodes: 1167, leaves: 626, forks: 260, levels: 6, text: 634_377, paths: 954_286 })
  })
})
