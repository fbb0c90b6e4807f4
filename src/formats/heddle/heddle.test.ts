import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Json } from '../../core/content/json.ts'
import type { Part, ResultContent } from '../../core/content/part.ts'
import type { BranchEntry, ConversationEntry, EdgeEntry, Entry, NodeEntry, PruneEntry, SelectEntry } from '../format.ts'
import { textSource } from '../text-source.ts'
import { exportLines } from './export.ts'
import { heddle } from './heddle.ts'

async function* inTurn<T>(items: readonly T[]): AsyncIterable<T> {
  yield* items
}

async function read(text: string): Promise<Entry[]> {
  const entries: Entry[] = []
  for await (const entry of heddle.read(textSource('x', text))) entries.push(entry)
  return entries
}

async function write(entries: readonly Entry[]): Promise<string> {
  let text = ''
  for await (const line of exportLines(inTurn(entries))) text += line
  return text
}

const text = fc.string({ unit: 'binary' })
const object = fc
  .dictionary(fc.string(), fc.jsonValue(), { maxKeys: 3 })
  .filter((value) => !JSON.stringify(value).includes('__proto__') && !Object.is(JSON.stringify(value), ''))
const exact = (value: unknown): Json => JSON.parse(JSON.stringify(value)) as Json
const json = fc.oneof(text, fc.integer(), fc.constant(null), object).map(exact)
const provider = fc.record({ anthropic: object.map((value) => exact(value) as { [key: string]: Json }) })
const words = { provider, text }
const optional = { requiredKeys: ['kind', 'text', 'ref', 'path', 'way', 'callId', 'name', 'input', 'content'] }
const withKind = (kind: string, fields: object): fc.Arbitrary<unknown> => {
  const present = ['kind', ...Object.keys(fields)].filter((key) => optional.requiredKeys.includes(key))
  return fc.record({ kind: fc.constant(kind), ...fields }, { requiredKeys: present as never[] })
}
const media = { provider, ref: text, mediaType: text }
const range = fc.record({ from: fc.nat(), to: fc.nat() })
const way = fc.constantFrom('read', 'write', 'mention', 'attachment')
const content = fc.oneof(
  withKind('text', words),
  withKind('image', media),
  withKind('audio', media),
  withKind('file', { provider, path: text, way, text, range, mediaType: text }),
) as fc.Arbitrary<ResultContent>
const part = fc.oneof(
  content,
  withKind('reasoning', words),
  withKind('tool-call', { provider, callId: text, name: text, input: json }),
  withKind('tool-result', {
    provider,
    callId: text,
    content: fc.array(content, { maxLength: 2 }),
    isError: fc.boolean(),
    filled: fc.boolean(),
  }),
) as fc.Arbitrary<Part>

const marks = fc.record(
  {
    annotation: fc.boolean(),
    excluded: fc.boolean(),
    bookmark: text,
    tags: fc.array(text, { maxLength: 2 }),
    current: fc.boolean(),
    authorId: text,
    createdAt: fc.nat(),
  },
  { requiredKeys: [] },
)
const author = fc.constantFrom('human', 'model', 'system', 'tool')
const seed = fc.record({ marks, author, parts: fc.array(part, { maxLength: 3 }), at: fc.nat(), role: fc.nat(2) })

/** A tree: each node hangs on an earlier one; some have further sources, or are versions. */
const tree = fc.array(seed, { maxLength: 12 }).map((seeds): NodeEntry[] =>
  seeds.map(({ marks: fields, author: by, parts, at, role }, number) => {
    const earlier = (shift: number): string => `n${(at + shift) % number}`
    const roles = ['primary', 'context', 'instruction'] as const
    const more = number > 0 && at % 3 === 0
    return {
      kind: 'node',
      key: `n${number}`,
      parent: number === 0 ? null : earlier(0),
      ...fields,
      author: by as NodeEntry['author'],
      parts,
      ...(more ? { sources: [{ key: earlier(1), role: roles[role] ?? 'context' }], editedFrom: earlier(2) } : {}),
    }
  }),
)
const opening = fc.record(
  {
    title: text,
    system: text,
    tools: fc.array(fc.record({ name: text, description: text, inputSchema: json }), { maxLength: 2 }),
    model: text,
    createdAt: fc.nat(),
    mode: fc.constantFrom('dialogue', 'buffer'),
    settings: object.map((value) => exact(value) as { [key: string]: Json }),
  },
  { requiredKeys: [] },
)
const whole = fc
  .array(fc.record({ opening, tree, branches: fc.nat(3), picked: fc.nat(), createdAt: fc.nat() }), { maxLength: 3 })
  .map((conversations): Entry[] =>
    conversations.flatMap((each, number) => {
      const conversation = { kind: 'conversation', key: `c${number}`, ...each.opening } as ConversationEntry
      const key = each.tree[each.picked % Math.max(each.tree.length, 1)]?.key
      const branches = Array.from({ length: each.branches }, (_, at): BranchEntry => {
        const forked = at > 0 ? { parent: `b${at - 1}`, createdAt: each.createdAt } : { current: true }
        return {
          kind: 'branch',
          name: `b${at}`,
          head: key ?? null,
          forkPoint: at > 0 ? (key ?? null) : null,
          ...forked,
        }
      })
      const prunes: PruneEntry[] = key === undefined ? [] : [{ kind: 'prune', key }]
      const edges: EdgeEntry[] =
        key === undefined
          ? []
          : [{ kind: 'edge', target: key, type: 'annotation', sources: [{ key: 'n0', role: 'primary' }] }]
      const selects = branches.flatMap(({ name }, at): SelectEntry[] =>
        key === undefined
          ? []
          : [{ kind: 'select', branch: name, target: key, ...(at > 0 ? { edge: 1 } : { source: 'n0' }) }],
      )
      return [conversation, ...each.tree, ...prunes, ...edges, ...branches, ...selects]
    }),
  )

describe('an export', () => {
  it('is read back as what was written, whatever that is', async () => {
    await fc.assert(
      fc.asyncProperty(whole, async (entries) => {
        expect(await read(await write(entries))).toEqual(entries)
      }),
      { numRuns: 300 },
    )
  })

  it('is as long as its tree is deep, without recursion', async () => {
    const depth = 20_000
    const entries: Entry[] = [{ kind: 'conversation', key: 'c' }]
    for (let n = 0; n < depth; n++) {
      entries.push({ kind: 'node', key: `n${n}`, parent: n === 0 ? null : `n${n - 1}`, author: 'human', parts: [] })
    }
    expect(await read(await write(entries))).toEqual(entries)
  })

  it('takes back a call whose input is as deep as any that can be read', async () => {
    let input: Json = 'x'
    for (let n = 0; n < 200; n++) input = [input]
    const parts: Part[] = [{ kind: 'tool-call', callId: 'c', name: 'f', input }]
    const entries: Entry[] = [
      { kind: 'conversation', key: 'c' },
      { kind: 'node', key: 'n', parent: null, author: 'model', parts },
    ]
    expect(await read(await write(entries))).toEqual(entries)
  })

  it('is written with names for people, which are not read, and without problems', async () => {
    const names = { id: '01J', shortId: 'abcd', hash: 'f00' }
    const node: NodeEntry = { kind: 'node', key: 'n', parent: null, author: 'human', parts: [] }
    const written = await write([
      { kind: 'conversation', key: 'c' },
      { ...node, ...names } as Entry,
      { kind: 'problem', message: 'x' },
    ])
    expect(
      written
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as unknown),
    ).toEqual([
      { heddle: 1, kind: 'conversation', key: 'c' },
      { ...node, ...names },
    ])
    expect((await read(written)).at(-1)).toEqual(node)
  })

  it('is refused where a newer Heddle wrote it', async () => {
    const lines = ['{"heddle":2,"kind":"conversation","key":"c"}', '{"kind":"node","key":"n","parent":null}']
    const entries = await read(lines.join('\n'))
    expect(entries.map(({ kind }) => kind)).toEqual(['problem', 'problem'])
    expect(entries[0]).toMatchObject({ line: 1, message: expect.stringContaining('newer Heddle') })
  })

  it('keeps the rest together where lines are damaged or name what is not there', async () => {
    const node = (key: string, parent: string | null, more: object = {}): object => ({
      kind: 'node',
      key,
      parent,
      author: 'human',
      parts: [],
      ...more,
    })
    const lines = [
      { heddle: 1, kind: 'conversation', key: 'c' },
      node('a', null),
      node('a', null),
      node('b', 'lost'),
      node('c', null),
      node('d', 'c', { editedFrom: 'lost', sources: [{ key: 'lost', role: 'context' }] }),
      { kind: 'node', key: 'e', parent: 'd', author: 'nobody', parts: [] },
      { kind: 'branch', name: 'main', head: 'lost', forkPoint: null },
      { kind: 'prune', key: 'lost' },
      { kind: 'edge', target: 'a', type: 'continuation', sources: [{ key: 'lost', role: 'primary' }] },
      { kind: 'select', branch: 'lost', target: 'a', edge: 1 },
      { kind: 'later' },
      node('f', 'd'),
    ]
    const entries = await read(lines.map((line) => JSON.stringify(line)).join('\n'))
    expect(entries.flatMap((entry) => (entry.kind === 'node' ? [[entry.key, entry.parent]] : []))).toEqual([
      ['a', null],
      ['b', 'a'],
      ['c', 'b'],
      ['d', 'c'],
      ['f', 'd'],
    ])
    expect(entries.flatMap((entry) => (entry.kind === 'problem' ? [entry.line] : []))).toEqual([
      3, 4, 5, 6, 7, 8, 9, 10, 11, 12,
    ])
  })
})
