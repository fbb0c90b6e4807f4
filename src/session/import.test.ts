import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { estimate } from '../core/content/measure.ts'
import type { ConversationEntry, Entry, NodeEntry } from '../formats/format.ts'
import { straight } from '../history/route.ts'
import { memoryStore } from '../stores/memory/memory-store.ts'
import { sqliteStore } from '../stores/sqlite/sqlite-store.ts'
import type { Store } from '../stores/store.ts'
import type { Engine } from './engine.ts'
import { exampleEngine } from './example-engine.ts'
import { type ImportOptions, type ImportReport, importEntries } from './import.ts'
import { fork, say } from './say.ts'

const opening: ConversationEntry = { kind: 'conversation', key: 'session' }

/** A node that says its own key. */
function node(key: string, parent: string | null, more: Partial<NodeEntry> = {}): NodeEntry {
  return { kind: 'node', key, parent, author: 'human', parts: [{ kind: 'text', text: key }], ...more }
}

/** Nodes behind one another, named by a letter and a number. */
function chain(letter: string, count: number, from = 0): NodeEntry[] {
  return Array.from({ length: count }, (_, at) => {
    const number = from + at
    return node(`${letter}${number}`, number === 0 ? null : `${letter}${number - 1}`)
  })
}

describe.each(['memory', 'sqlite'] as const)('an import into a %s store', (kind) => {
  let folder: string
  let store: Store
  let engine: Engine

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'heddle-import-'))
    store = kind === 'memory' ? memoryStore() : sqliteStore(join(folder, 'store.db'))
    engine = exampleEngine(store)
  })
  afterEach(async () => {
    await store.close()
    rmSync(folder, { recursive: true })
  })

  async function take(entries: readonly Entry[], options: Partial<ImportOptions> = {}): Promise<ImportReport> {
    async function* file(): AsyncIterable<Entry> {
      yield* entries
    }
    return await importEntries(engine, file(), { format: 'test', measures: [estimate], ...options })
  }

  /** The texts on the path to the head of each branch, by the branch's name. */
  async function branches(key = 'session'): Promise<{ [name: string]: string }> {
    const conversation = await store.conversationByOrigin(`test:${key}`)
    const all = conversation ? await store.branches(conversation.id) : []
    const paths = all.map(async ({ name, head }): Promise<[string, string]> => {
      const nodes = head === null ? [] : await store.path(straight(head), 0, 1_000_000, estimate)
      const contents = await store.contents(nodes.map(({ content }) => content))
      const texts = nodes.map(({ content }) => contents.get(content)?.[0])
      const said = texts.map((part) => (part?.kind === 'text' ? part.text : '?')).join(' ')
      return [name, said]
    })
    return Object.fromEntries(await Promise.all(paths))
  }

  it('brings the nodes in on the branch main, with the title of the first text', async () => {
    const image = node('a0', null, { parts: [{ kind: 'image', ref: 'x' }] })
    const report = await take([opening, image, node('a1', 'a0', { parts: [{ kind: 'text', text: ' So\n be  it ' }] })])
    expect(report).toEqual({
      conversations: [{ id: expect.any(String), title: 'So be it', added: 2, known: 0 }],
      added: 2,
      known: 0,
      problems: [],
    })
    expect(Object.keys(await branches())).toEqual(['main'])
  })

  it('keeps what the file says of the conversation and of each node', async () => {
    const tools = [{ name: 'read', inputSchema: {} }]
    const entry: ConversationEntry = { ...opening, title: 'Named', system: 'Be kind.', tools, createdAt: 5 }
    await take([entry, node('a0', null, { author: 'model', authorId: 'ada', createdAt: 7 })])
    const conversation = await store.conversationByOrigin('test:session')
    expect(conversation).toMatchObject({ title: 'Named', system: 'Be kind.', tools, createdAt: 5 })
    const branch = await store.branch(conversation?.branch ?? '')
    expect(await store.node(branch?.head ?? '')).toMatchObject({ author: 'model', authorId: 'ada', createdAt: 7 })
  })

  it('adds nothing the second time', async () => {
    const file = [opening, ...chain('a', 3), node('b', 'a0')]
    await take(file)
    const before = [await store.stats(), await branches()]
    expect(await take(file)).toMatchObject({ added: 0, known: 4, conversations: [{ added: 0, known: 4 }] })
    const [stats, paths] = [await store.stats(), await branches()]
    expect([{ ...stats, bytes: 0 }, paths]).toEqual([{ ...(before[0] as object), bytes: 0 }, before[1]])
  })

  it('adds only what is new in a file that has grown, and moves the branch', async () => {
    await take([opening, ...chain('a', 3)])
    expect(await take([opening, ...chain('a', 5)])).toMatchObject({ added: 2, known: 3 })
    expect(await branches()).toEqual({ main: 'a0 a1 a2 a3 a4' })
  })

  it('makes a branch of every fork, and goes on with each where it ended', async () => {
    const forks = [node('b0', 'a0'), node('b1', 'b0'), node('c0', 'b0')]
    await take([opening, ...chain('a', 3), ...forks])
    expect(await branches()).toEqual({ main: 'a0 a1 a2', 'fork-1': 'a0 b0 b1', 'fork-2': 'a0 b0 c0' })
    await take([opening, ...chain('a', 4), ...forks, node('b2', 'b1')])
    expect(await branches()).toEqual({ main: 'a0 a1 a2 a3', 'fork-1': 'a0 b0 b1 b2', 'fork-2': 'a0 b0 c0' })
  })

  it('names the branch that a fork leaves, and where it leaves it', async () => {
    await take([opening, ...chain('a', 2), node('b0', 'a0'), node('c0', 'b0'), node('d0', 'b0')])
    const conversation = await store.conversationByOrigin('test:session')
    const [main, first, second] = await store.branches(conversation?.id ?? '')
    expect(first).toMatchObject({ parent: main?.id, forkPoint: (await parentsOf(first?.head))[1] })
    expect(second).toMatchObject({ parent: first?.id, forkPoint: (await parentsOf(second?.head))[0] })
  })

  async function parentsOf(head: string | null | undefined): Promise<string[]> {
    const path = await store.path(straight(head ?? ''), 0, 1_000_000, estimate)
    return path
      .map(({ id }) => id)
      .reverse()
      .slice(1)
  }

  it('checks out the branch that was written to last', async () => {
    await take([opening, ...chain('a', 3), node('b0', 'a0')])
    const conversation = await store.conversationByOrigin('test:session')
    expect((await store.branch(conversation?.branch ?? ''))?.name).toBe('fork-1')
  })

  it('leaves branches alone that a person made, wherever they stand on what the file holds', async () => {
    await take([opening, ...chain('a', 3)])
    const conversation = await store.conversationByOrigin('test:session')
    const [main] = await store.branches(conversation?.id ?? '')
    if (!main) throw new Error('no branch')
    const [middle = null] = await parentsOf(main.head)
    await fork(engine, main, 'from the middle', middle)
    await fork(engine, main, 'from the end')
    await take([opening, ...chain('a', 5)])
    expect(await branches()).toEqual({
      main: 'a0 a1 a2 a3 a4',
      'from the middle': 'a0 a1',
      'from the end': 'a0 a1 a2',
    })
  })

  it('puts what is new on a branch of its own where a person has gone on', async () => {
    await take([opening, ...chain('a', 2)])
    const conversation = await store.conversationByOrigin('test:session')
    const [main] = await store.branches(conversation?.id ?? '')
    if (!main) throw new Error('no branch')
    await say(engine, main, { author: 'human', parts: [{ kind: 'text', text: 'mine' }] })
    await take([opening, ...chain('a', 3)])
    expect(await branches()).toEqual({ main: 'a0 a1 mine', 'fork-1': 'a0 a1 a2' })
  })

  it('takes conversations apart that a file interleaves', async () => {
    const other: ConversationEntry = { kind: 'conversation', key: 'other' }
    const [a, b] = [chain('a', 3), chain('b', 3)]
    const entries = [0, 1, 2].flatMap((at) => [opening, ...a.slice(at, at + 1), other, ...b.slice(at, at + 1)])
    const report = await take(entries)
    expect(report.conversations.map(({ title, added }) => [title, added])).toEqual([
      ['a0', 3],
      ['b0', 3],
    ])
    expect([await branches(), await branches('other')]).toEqual([{ main: 'a0 a1 a2' }, { main: 'b0 b1 b2' }])
    expect(await take(entries)).toMatchObject({ added: 0, known: 6 })
  })

  it('keeps conversations of one key in two formats apart', async () => {
    await take([opening, ...chain('a', 2)])
    await take([opening, ...chain('a', 2)], { format: 'other' })
    expect((await store.stats()).conversations).toBe(2)
  })

  it('reports problems in their order and takes the rest in', async () => {
    const problems = [{ line: 2, message: 'not JSON' }, { message: 'no end' }]
    const entries = problems.map((problem): Entry => ({ kind: 'problem', ...problem }))
    const report = await take([opening, ...entries.slice(0, 1), ...chain('a', 2), ...entries.slice(1)])
    expect(report).toMatchObject({ added: 2, problems })
  })

  it('stores no conversation in which nothing was said', async () => {
    expect(await take([opening])).toMatchObject({ conversations: [], added: 0 })
    expect((await store.stats()).conversations).toBe(0)
  })

  it('tells how far it is after each batch', async () => {
    const seen: number[] = []
    await take([opening, ...chain('a', 1200)], { onProgress: (nodes) => seen.push(nodes) })
    expect(seen).toEqual([500, 1000, 1200])
  })

  it('leaves whole batches where it is stopped, and goes on from there the next time', async () => {
    const stop = new AbortController()
    const file = [opening, ...chain('a', 1300), node('b0', 'a100')]
    const stopped = take(file, { signal: stop.signal, onProgress: (nodes) => nodes === 1000 && stop.abort() })
    await expect(stopped).rejects.toMatchObject({ name: 'AbortError' })
    expect((await store.stats()).nodes).toBe(1000)
    expect((await branches()).main?.split(' ')).toHaveLength(1000)
    expect(await take(file)).toMatchObject({ added: 301, known: 1000 })
    const healed = await branches()
    expect([healed.main?.split(' ').length, healed['fork-1']?.split(' ').length]).toEqual([1300, 102])
  })

  it('goes on where it died, wherever that was', async () => {
    const file = [opening, ...chain('a', 600), ...chain('a', 0), node('b0', 'a5'), node('b1', 'b0')]
    const writes = ['createConversation', 'append', 'updateConversation'] as const
    for (const write of writes) {
      const dying = { ...engine, store: { ...store, [write]: () => Promise.reject(new Error('killed')) } }
      async function* entries(): AsyncIterable<Entry> {
        yield* file
      }
      await expect(importEntries(dying, entries(), { format: write, measures: [estimate] })).rejects.toThrow('killed')
      await take(file, { format: write })
      const conversation = await store.conversationByOrigin(`${write}:session`)
      const heads = (await store.branches(conversation?.id ?? '')).map(({ head }) => head)
      const paths = heads.map(async (head) => (await store.path(straight(head ?? ''), 0, 1_000_000, estimate)).length)
      expect([write, await Promise.all(paths)]).toEqual([write, [600, 8]])
    }
  })
})
