import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { estimate } from '../core/content/measure.ts'
import type { Part } from '../core/content/part.ts'
import { modelFacts } from '../models/find-facts.ts'
import { memoryStore } from '../stores/memory/memory-store.ts'
import { sqliteStore } from '../stores/sqlite/sqlite-store.ts'
import type { Store } from '../stores/store.ts'
import type { CallRequest } from './call-request.ts'
import type { Engine } from './engine.ts'
import { exampleEngine } from './example-engine.ts'
import { type PlannedCall, planCall } from './plan-call.ts'
import { readPlan, replay } from './replay.ts'
import { fork, type Started, say, startConversation } from './say.ts'

const model = modelFacts('made:up', { 'made:up': { window: 9000 } })
const text = (of: string): Part[] => [{ kind: 'text', text: of }]

/** A long conversation with a system text, of which half fits the budget of 500. */
async function converse(engine: Engine): Promise<Started> {
  const started = await startConversation(engine, { system: 'Be kind.', title: 'before' })
  for (let at = 0; at < 40; at++) {
    const author = at % 2 === 0 ? 'human' : 'model'
    await say(engine, started.branch, { author, parts: text(`${at} `.repeat(30)) }, [estimate.id])
  }
  return started
}

async function planned(engine: Engine, started: Started, more: Partial<CallRequest> = {}): Promise<PlannedCall> {
  const made = await planCall(engine, { ...started, model, budget: 500, target: 'chat-completions', ...more })
  if (made.kind === 'refusal') throw new Error(`refused: ${made.code}`)
  return made
}

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'heddle-replay-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

describe.each(['memory', 'sqlite'] as const)('replay on a %s store', (kind) => {
  let store: Store
  let engine: Engine
  let started: Started
  let call: PlannedCall

  beforeEach(async () => {
    store = kind === 'memory' ? memoryStore() : sqliteStore(join(folder, 'store.db'))
    engine = exampleEngine(store)
    started = await converse(engine)
    call = await planned(engine, started)
  })
  afterEach(() => store.close())

  it('comes to the same plan and the same bytes', async () => {
    expect(call.plan.truncation.truncated).toBe(true)
    expect(await replay(engine, call.plan.id)).toEqual({
      same: true,
      purged: false,
      plan: { expected: call.plan.id, got: call.plan.id },
      request: { expected: call.rendered.digest, got: call.rendered.digest },
      where: null,
    })
  })

  it('still does after more was said, branches were made, nodes marked, and the conversation changed', async () => {
    await say(engine, started.branch, { author: 'human', parts: text('more') })
    const branch = await fork(engine, started.branch, 'other', call.recipe.head)
    await say(engine, branch, { author: 'model', parts: text('elsewhere') })
    const sent = call.plan.kept.flatMap((entry) =>
      entry.kind === 'kept' && entry.section === 'history' ? [entry.id] : [],
    )
    await store.mark(sent.slice(0, 2), 'excluded', true, 1)
    const conversation = await store.conversation(started.conversation.id)
    if (conversation)
      await store.updateConversation({
        ...conversation,
        title: 'after',
        system: 'Be rude.',
        tools: [{ name: 'new', inputSchema: {} }],
        settings: { minimumRecentNodes: 1 },
      })
    expect(await replay(engine, call.plan.id)).toMatchObject({ same: true, where: null })
    const now = conversation && (await planned(engine, { ...started, conversation }))
    expect(now?.plan.id).not.toBe(call.plan.id)
  })

  it('does so for a question that was never said', async () => {
    const asked = await planned(engine, started, { question: text('what if?') })
    await say(engine, started.branch, { author: 'human', parts: text('something else') })
    expect(await replay(engine, asked.plan.id)).toMatchObject({ same: true })
  })

  it('does so with nodes excluded at the time, whatever is included since', async () => {
    const head = call.recipe.head ?? ''
    await store.mark([head], 'excluded', true, 1)
    const without = await planned(engine, started)
    await store.mark([head], 'excluded', false, 2)
    expect(without.plan.leftOut).toMatchObject([{ id: head, reason: { kind: 'excluded' } }, { kind: 'span' }])
    expect(await replay(engine, without.plan.id)).toMatchObject({ same: true })
    expect(await replay(engine, call.plan.id)).toMatchObject({ same: true })
  })

  it('does so for every target', async () => {
    for (const target of ['responses', 'anthropic', 'ai-sdk', 'markdown', 'buffer'] as const) {
      const made = await planned(engine, started, { target })
      expect([target, (await replay(engine, made.plan.id)).same]).toEqual([target, true])
    }
  })

  it('says that a plan is not there', async () => {
    await expect(replay(engine, 'f'.repeat(64))).rejects.toMatchObject({ code: 'plan-not-found' })
    expect(await readPlan(engine, 'f'.repeat(64))).toBeUndefined()
  })
})

describe('replay on a store that was manipulated', () => {
  const location = (): string => join(folder, 'store.db')

  /** Plans, changes the database behind the store's back, and replays. */
  async function replayAfter(change: (database: DatabaseSync, call: PlannedCall) => void): ReturnType<typeof replay> {
    const before = sqliteStore(location())
    const engine = exampleEngine(before)
    const call = await planned(engine, await converse(engine))
    await before.close()
    const database = new DatabaseSync(location())
    change(database, call)
    database.close()
    const after = sqliteStore(location())
    try {
      return await replay(exampleEngine(after), call.plan.id)
    } finally {
      await after.close()
    }
  }

  const lastSent = ({ plan }: PlannedCall): { id: string; content: string } => {
    const last = plan.kept.at(-1)
    if (last?.kind !== 'kept') throw new Error('nothing sent')
    return { id: last.id, content: last.content ?? '' }
  }
  const idOfContent = (database: DatabaseSync, digest: string): number =>
    Number(database.prepare('SELECT key FROM contents WHERE digest = ?').get(Buffer.from(digest, 'hex'))?.key)

  it('finds a content that was changed, and says whose it is', async () => {
    let id = ''
    const found = await replayAfter((database, call) => {
      id = lastSent(call).id
      const json = JSON.stringify(text('I never said that'))
      database
        .prepare('UPDATE contents SET json = ? WHERE key = ?')
        .run(json, idOfContent(database, lastSent(call).content))
    })
    expect(found.same).toBe(false)
    expect(found.plan.got).toBe(found.plan.expected)
    expect(found.request.got).not.toBe(found.request.expected)
    expect(found.where).toContain(`the content of ${id}`)
  })

  it('finds a count that was changed, and says at which entry', async () => {
    const found = await replayAfter((database, call) => {
      const last = '(SELECT key FROM nodes WHERE id = ?)'
      database.prepare(`UPDATE sums SET total = total + 1 WHERE node = ${last}`).run(lastSent(call).id)
    })
    expect(found.same).toBe(false)
    expect(found.plan.got).not.toBe(found.plan.expected)
    expect(found.where).toMatch(/^kept, entry \d+: was .*"size":\d+.*, is /)
  })

  it('finds a mark that was slipped in under the revision of the plan', async () => {
    const found = await replayAfter((database, call) => {
      const node = database.prepare('SELECT key, conversation, depth FROM nodes WHERE id = ?').get(lastSent(call).id)
      database
        .prepare(
          'INSERT INTO marks (revision, conversation, depth, node, kind, is_on, at) VALUES (0, ?, ?, ?, ?, 1, 0)',
        )
        .run(Number(node?.conversation), Number(node?.depth), Number(node?.key), 'excluded')
    })
    expect(found).toMatchObject({ same: false })
    expect(found.where).toMatch(/^kept, entry/)
  })

  it('finds inputs that were changed, whatever they come to', async () => {
    const found = await replayAfter((database, call) => {
      const json = JSON.stringify({ ...call.recipe, perMessage: 0, revision: 7 })
      database
        .prepare('UPDATE documents SET json = ? WHERE digest = ?')
        .run(json, Buffer.from(call.stored.inputs, 'hex'))
    })
    expect(found).toMatchObject({ same: false })
  })

  it('finds decisions that were changed, though it never plans from them', async () => {
    const found = await replayAfter((database, call) => {
      const [first, ...rest] = call.plan.kept
      const json = JSON.stringify({ ...call.plan, kept: [{ ...first, size: 1 }, ...rest] })
      database
        .prepare('UPDATE documents SET json = ? WHERE digest = ?')
        .run(json, Buffer.from(call.stored.decisions, 'hex'))
    })
    expect(found).toMatchObject({ same: false })
    expect(found.plan.got).toBe(found.plan.expected)
    expect(found.where).toMatch(/^kept, entry 1: was .*"size":1/)
  })

  it('finds a node that leads elsewhere', async () => {
    const found = await replayAfter((database, call) => {
      const other = database.prepare('SELECT content FROM nodes ORDER BY key LIMIT 1').get()?.content
      database.prepare('UPDATE nodes SET content = ? WHERE id = ?').run(Number(other), lastSent(call).id)
    })
    expect(found).toMatchObject({ same: false })
    expect(found.where).toMatch(/^kept, entry/)
  })

  it('does not take what is missing for a mismatch', async () => {
    const gone = replayAfter((database, call) => {
      database.prepare('DELETE FROM documents WHERE digest = ?').run(Buffer.from(call.stored.inputs, 'hex'))
    })
    await expect(gone).rejects.toMatchObject({ code: 'inputs-missing' })
  })
})
