import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createEngine } from '../../src/config/engine.ts'
import { characters } from '../../src/core/content/measure.ts'
import type { BranchFact } from '../../src/history/edits/branch-fact.ts'
import { modelFacts } from '../../src/models/find-facts.ts'
import { compact } from '../../src/session/compact/compact.ts'
import { planCall } from '../../src/session/plan-call.ts'
import { replay } from '../../src/session/replay.ts'
import { sqliteStore } from '../../src/stores/sqlite/sqlite-store.ts'
import { checkStore } from '../../src/stores/sqlite/upkeep/check.ts'
import { purge } from '../../src/stores/sqlite/upkeep/purge/purge.ts'
import type { Store } from '../../src/stores/store.ts'
import { sampleConversation, sampleId, textNode } from '../../src/testing/store-contract/samples.ts'

const secret = 'swordfish-7731-never-to-be-read'

let folder = ''
let path = ''
let store: Store
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'heddle-purge-'))
  path = join(folder, 'heddle.db')
  store = sqliteStore(path)
})
afterEach(async () => {
  await store.close()
  rmSync(folder, { recursive: true, force: true })
})

const ids = (...numbers: readonly number[]): string[] => numbers.map((number) => sampleId(number))

/** The files in which the bytes of a text stand. */
function filesWith(text: string): string[] {
  return readdirSync(folder).filter((name) => readFileSync(join(folder, name)).includes(text))
}

async function converse(number = 1, texts = [`tell nobody: ${secret}`, 'I will not.', 'Good.']): Promise<void> {
  const [conversation, branch] = sampleConversation(number)
  await store.createConversation({ ...conversation, title: texts[0]?.slice(0, 50) ?? '' }, branch)
  const nodes = texts.map((text, at) => ({
    ...textNode(number * 100 + at, at === 0 ? null : sampleId(number * 100 + at - 1), text),
    author: at % 2 === 0 ? ('human' as const) : ('model' as const),
  }))
  await store.append(nodes, { conversation: conversation.id, branch: branch.id, measures: [characters] })
}

async function planOf(number = 1): Promise<string> {
  const [{ id }, branch] = sampleConversation(number)
  const conversation = await store.conversation(id)
  const model = modelFacts('made:up', { 'made:up': { window: 9000 } })
  if (!conversation) throw new Error('no conversation')
  const made = await planCall(
    createEngine(store, () => 1),
    { conversation, branch, model, target: 'chat-completions' },
  )
  if (made.kind === 'refusal') throw new Error(made.code)
  return made.plan.id
}

describe('purging', () => {
  it('takes the summaries that stand for it, with everything that was sent of them', async () => {
    const long = `${secret} is the password, and nobody but us may know that. `
    await converse(1, ['go on', 'yes', long.repeat(9), 'so be it', 'thanks', 'of course', 'bye', 'bye', 'bye'])
    const engine = createEngine(store, () => 1)
    const [conversation, branch] = sampleConversation(1)
    const head = (await store.branch(branch.id))?.head ?? ''
    const made = await compact(engine, { branch, head, measure: 'characters', perMessage: 0, limit: 9000 })
    if (made.kind === 'not-compacted') throw new Error(made.code)
    expect(made.drafted.text).toContain(secret)
    const plan = await planOf()
    const report = purge(path, { nodes: ids(102) })
    expect(report).toMatchObject({ nodes: [ids(102)[0], made.summary.id], plans: [plan] })
    expect(filesWith(secret)).toEqual([])
    expect((await store.facts(branch.id)).length).toBe(0)
    expect(
      await planCall(engine, {
        conversation,
        branch,
        model: modelFacts('made:up', { 'made:up': { window: 9000 } }),
        target: 'chat-completions',
      }),
    ).toMatchObject({ kind: 'planned' })
  })

  it('leaves no byte of the text in the database, its log or its index, and keeps the fact', async () => {
    await converse()
    const before = await store.node(sampleId(100))
    expect(filesWith(secret)).not.toEqual([])
    const report = purge(path, { nodes: ids(100) })
    expect(report).toMatchObject({ nodes: ids(100), plans: [], sharedBy: [], copies: [] })
    expect(filesWith(secret)).toEqual([])
    expect(await store.node(sampleId(100))).toEqual({ ...before, empty: true, gone: 'purged' })
    expect(await store.purged([before?.content ?? ''])).toEqual(new Set([before?.content]))
    expect((await store.contents([before?.content ?? ''])).size).toBe(0)
    expect((await store.path({ head: sampleId(102), detours: [] }, 0, 2, characters)).map(({ size }) => size)).toEqual([
      44, 11, 5,
    ])
    expect(checkStore(path)).toMatchObject({ healthy: true, purged: 1, contents: 2 })
  })

  it('takes it out of the search index, which finds the rest as before', async () => {
    await converse()
    const found = async (query: string): Promise<string[]> =>
      (await store.search(query, { limit: 9 })).map(({ node }) => node)
    expect(await found('swordfish')).toEqual(ids(100))
    purge(path, { nodes: ids(100) })
    expect(filesWith('swordfish')).toEqual([])
    expect(await found('swordfish')).toEqual([])
    expect(await found('good')).toEqual(ids(102))
  })

  it('takes what a branch holds of it beside its nodes, and what a bookmark calls it', async () => {
    await converse()
    const [, branch] = sampleConversation(1)
    await store.setBranchState(branch.id, 'memory', { pins: [`tell nobody: ${secret}`] }, 1)
    await store.setBranchState(branch.id, 'other', { kept: 'something else that is long enough' }, 2)
    await store.bookmark(sampleId(100), `where ${secret} is told`, 3)
    purge(path, { nodes: ids(100) })
    expect(filesWith(secret)).toEqual([])
    expect(await store.branchState(branch.id, 'other')).toEqual({ kept: 'something else that is long enough' })
    expect(await store.bookmarks(branch.conversation)).toMatchObject([{ node: sampleId(100), label: '' }])
  })

  it('takes the edits of it, and those of others that hold a piece of it; checkpoints stay, under another name', async () => {
    await converse()
    const [, branch] = sampleConversation(1)
    const edit = (number: number, content: string): BranchFact => ({
      kind: 'edit',
      edit: { node: sampleId(number), part: 0, at: number, kind: 'user', content },
    })
    const name = `tell nobody: ${secret}`
    await store.addFacts(branch.id, [
      edit(100, 'a summary'),
      edit(101, 'something else that is long enough'),
      { kind: 'checkpoint', name, at: 150, head: sampleId(101) },
      edit(101, `tell nobody: ${secret}`),
      { kind: 'restore', at: 160, to: name },
    ])
    purge(path, { nodes: ids(100) })
    expect(filesWith(secret)).toEqual([])
    expect(await store.facts(branch.id)).toEqual([
      edit(101, 'something else that is long enough'),
      { kind: 'checkpoint', name: 'purged 1', at: 150, head: sampleId(101) },
      { kind: 'restore', at: 160, to: 'purged 1' },
    ])
    expect(checkStore(path)).toMatchObject({ healthy: true })
    purge(path, { conversation: branch.conversation })
    expect(await store.facts(branch.id)).toEqual([])
  })

  it('takes the plans that sent it, so that a replay says purged and neither same nor otherwise', async () => {
    await converse()
    const id = await planOf()
    expect(
      await replay(
        createEngine(store, () => 1),
        id,
      ),
    ).toMatchObject({ same: true, purged: false })
    expect(purge(path, { nodes: ids(100) }).plans).toEqual([id])
    expect(
      await replay(
        createEngine(store, () => 1),
        id,
      ),
    ).toMatchObject({ same: false, purged: true })
    const again = await planOf()
    expect(
      await replay(
        createEngine(store, () => 1),
        again,
      ),
    ).toMatchObject({ same: true })
    const plan = await store.document((await store.plan(again))?.decisions ?? '')
    expect(plan).toMatchObject({ leftOut: [{ id: sampleId(100), reason: { kind: 'empty' } }] })
  })

  it('says purged, too, of a plan that had left the node out', async () => {
    await converse(1, ['old '.repeat(20_000), 'I will not.', 'Good.'])
    const id = await planOf()
    expect(purge(path, { nodes: ids(100) }).plans).toEqual([])
    expect(
      await replay(
        createEngine(store, () => 1),
        id,
      ),
    ).toMatchObject({ same: false, purged: true })
  })

  it('leaves a text where nodes outside hold it, says so, and takes it from all when told to', async () => {
    await converse(1)
    await converse(2)
    const first = purge(path, { nodes: ids(100) })
    expect(first.sharedBy).toEqual(ids(200))
    expect(await store.node(sampleId(100))).toMatchObject({ gone: 'purged' })
    expect((await store.node(sampleId(200)))?.gone).toBeUndefined()
    expect(filesWith(secret)).toEqual(['heddle.db'])
    expect(checkStore(path).healthy).toBe(true)
    await store.append([textNode(300, sampleId(202), `tell nobody: ${secret}`)], {
      conversation: sampleConversation(2)[0].id,
      measures: [],
    })
    const second = purge(path, { nodes: ids(200) }, { shared: true })
    expect(second).toMatchObject({ nodes: ids(200, 300), sharedBy: ids(300) })
    expect(filesWith(secret)).toEqual([])
    expect(checkStore(path)).toMatchObject({ healthy: true })
  })

  it('of a conversation takes its title, system text and tools, and nothing of another', async () => {
    await converse(1)
    await converse(2, ['something else', 'entirely'])
    const [{ id }] = sampleConversation(1)
    const held = await store.conversation(id)
    if (!held) throw new Error('no conversation')
    await store.updateConversation({ ...held, system: `Guard ${secret}.`, tools: [{ name: secret, inputSchema: {} }] })
    const plan = await planOf()
    expect(purge(path, { conversation: id })).toMatchObject({ nodes: ids(100, 101, 102), plans: [plan] })
    expect(filesWith(secret)).toEqual([])
    expect(await store.conversation(id)).toMatchObject({ title: '', system: null, tools: [] })
    expect(await store.path({ head: sampleId(201), detours: [] }, 0, 1, characters)).toMatchObject([
      { empty: false },
      { empty: false },
    ])
    expect(checkStore(path).healthy).toBe(true)
  })

  it('takes what was shortened from it as well', async () => {
    await converse(1, ['please read it', 'I will.'])
    const [conversation, branch] = sampleConversation(1)
    const long = Array.from({ length: 9000 }, (_, at) => `${secret} line ${at}`).join('\n')
    await store.append(
      [
        {
          ...textNode(110, sampleId(101)),
          author: 'model',
          parts: [{ kind: 'tool-call', callId: 'a', name: 'read', input: {} }],
        },
        {
          ...textNode(111, sampleId(110)),
          author: 'tool',
          parts: [{ kind: 'tool-result', callId: 'a', content: [{ kind: 'text', text: long }] }],
        },
      ],
      { conversation: conversation.id, branch: branch.id, measures: [characters] },
    )
    await planOf()
    expect(purge(path, { nodes: ids(111) }).plans).toHaveLength(1)
    expect(filesWith(secret)).toEqual([])
    expect(checkStore(path).healthy).toBe(true)
  })

  it('says so while another connection reads a state that has it, and finishes when it is done again', async () => {
    await converse()
    const reader = new DatabaseSync(path)
    reader.exec('BEGIN')
    reader.prepare('SELECT count(*) FROM contents').get()
    expect(() => purge(path, { nodes: ids(100) })).toThrow(expect.objectContaining({ code: 'purge-unfinished' }))
    expect(await store.node(sampleId(100))).toMatchObject({ gone: 'purged' })
    reader.close()
    purge(path, { nodes: ids(100) })
    expect(filesWith(secret)).toEqual([])
  })

  it('only says what would go, when asked', async () => {
    await converse()
    expect(purge(path, { nodes: ids(100) }, { dryRun: true })).toMatchObject({ nodes: ids(100) })
    expect((await store.node(sampleId(100)))?.gone).toBeUndefined()
    expect(() => purge(path, { nodes: ['nothing'] })).toThrow(/nothing/)
  })

  it('does not bring a purged text back when the same is said again', async () => {
    await converse()
    purge(path, { nodes: ids(100) })
    await store.append([textNode(150, sampleId(102), `tell nobody: ${secret}`)], {
      conversation: sampleConversation(1)[0].id,
      measures: [characters],
    })
    expect(await store.node(sampleId(100))).toMatchObject({ gone: 'purged' })
    const fresh = await store.node(sampleId(150))
    expect(fresh?.gone).toBeUndefined()
    expect((await store.contents([fresh?.content ?? ''])).size).toBe(1)
    expect(checkStore(path).healthy).toBe(true)
  })
})
