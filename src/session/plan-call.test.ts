import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Part } from '../core/content/part.ts'
import type { Agent, Mode } from '../history/conversation.ts'
import type { ModelFacts } from '../models/model-facts.ts'
import { memoryStore } from '../stores/memory/memory-store.ts'
import { sqliteStore } from '../stores/sqlite/sqlite-store.ts'
import type { Store } from '../stores/store.ts'
import { type CallRequest, defaultCallSettings } from './call-request.ts'
import type { Engine } from './engine.ts'
import { exampleEngine } from './example-engine.ts'
import { type PlannedCall, planCall } from './plan-call.ts'
import { type NewConversation, type Started, say, startConversation } from './say.ts'

const model: ModelFacts = {
  provider: 'test',
  name: 'model',
  window: 2000,
  maxOutput: 500,
  measure: 'characters',
  exact: true,
  messageOverhead: 4,
  prices: null,
  cache: null,
  systemField: false,
  systemMidway: true,
  images: true,
}

const agent: Agent = {
  id: 'agent',
  name: 'Ada',
  model: 'test:model',
  systemPrompt: 'You are Ada.',
  temperature: null,
  maxTokens: null,
  permissions: [],
  createdAt: 0,
}

const text = (of: string): Part[] => [{ kind: 'text', text: of }]

describe.each(['memory', 'sqlite'] as const)('planning a call on a %s store', (kind) => {
  let folder: string
  let store: Store
  let engine: Engine

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'heddle-plan-'))
    store = kind === 'memory' ? memoryStore() : sqliteStore(join(folder, 'store.db'))
    engine = exampleEngine(store)
  })

  afterEach(async () => {
    await store.close()
    rmSync(folder, { recursive: true })
  })

  /** A conversation in which a person and a model take turns. */
  async function talk(texts: readonly string[], options: NewConversation = {}): Promise<Started & { ids: string[] }> {
    const { conversation, branch } = await startConversation(engine, options)
    const ids: string[] = []
    for (const [at, each] of texts.entries()) {
      const author = at % 2 === 0 ? 'human' : 'model'
      ids.push((await say(engine, branch, { author, parts: text(each) })).id)
    }
    return { conversation, branch, ids }
  }

  async function planned({ conversation, branch }: Started, more: Partial<CallRequest> = {}): Promise<PlannedCall> {
    const request: CallRequest = { conversation, branch, model, target: 'chat-completions', ...more }
    const made = await planCall(engine, request)
    if (made.kind === 'refusal') throw new Error(`refused: ${made.code}`)
    return made
  }

  it('keeps the plan, its decisions and its inputs in the store, under the plan’s id', async () => {
    const call = await planned(await talk(['hello', 'hi', 'how are you?']))
    expect(await store.plan(call.plan.id)).toEqual(call.stored)
    expect(await store.document(call.stored.decisions)).toEqual(call.plan)
    expect(await store.document(call.stored.inputs)).toEqual(call.recipe)
    expect(call.stored.request).toBe(call.rendered.digest)
    expect(call.plan.source).toBe(call.stored.inputs)
  })

  it('comes to the same plan when nothing has changed, and stores it once', async () => {
    const started = await talk(['hello', 'hi'])
    const [first, second] = [await planned(started), await planned(started)]
    expect(second.plan).toEqual(first.plan)
    expect(await store.plans({ limit: 9 })).toHaveLength(1)
  })

  it('plans up to the head as it is in the store, or up to the node that was named', async () => {
    const started = await talk(['hello', 'hi', 'bye'])
    expect((await planned(started)).plan.kept.map((entry) => entry.kind === 'kept' && entry.id)).toEqual(started.ids)
    const earlier = await planned(started, { head: started.ids[0] ?? '' })
    expect(earlier.plan.kept).toMatchObject([{ id: started.ids[0], section: 'input' }])
  })

  it('refuses a head that is not in the store', async () => {
    const started = await talk(['hello'])
    await expect(planned(started, { head: 'nowhere' })).rejects.toMatchObject({ code: 'node-not-found' })
  })

  it('plans a question without saying it', async () => {
    const started = await talk(['hello', 'hi'])
    const { plan, rendered } = await planned(started, { question: text('and now?') })
    expect(plan.kept.at(-1)).toMatchObject({
      id: 'question',
      section: 'input',
      size: 8,
      reason: { kind: 'newest-input' },
    })
    expect(plan.kept[0]).toMatchObject({ section: 'history' })
    expect(rendered.request).toMatchObject({ messages: [{}, {}, { role: 'user', content: 'and now?' }] })
    expect((await store.branch(started.branch.id))?.head).toBe(started.ids[1])
    expect((await store.stats()).nodes).toBe(2)
  })

  it('leaves a blank question out, as there is nothing in it', async () => {
    const { plan } = await planned(await talk(['hello']), { question: text(' ') })
    expect(plan.leftOut).toMatchObject([{ id: 'question', reason: { kind: 'empty' } }])
  })

  it('plans a question where nothing has been said yet, and has nothing to send without one', async () => {
    const started = await talk([])
    expect((await planned(started, { question: text('first') })).plan.kept).toHaveLength(1)
    const refusal = await planCall(engine, { ...started, model, target: 'anthropic' })
    expect(refusal).toMatchObject({ kind: 'refusal', code: 'nothing-to-send' })
  })

  it('sends the agent’s text ahead of the conversation’s', async () => {
    const started = await talk(['hello'], { system: 'Answer briefly.' })
    const { plan, rendered } = await planned(started, { agent })
    expect(plan.kept.slice(0, 2)).toMatchObject([
      { id: 'system:agent', section: 'system', size: 12 },
      { id: 'system:conversation', section: 'system', size: 2 + 15 },
    ])
    expect(JSON.stringify(rendered.request)).toContain('You are Ada.\\n\\nAnswer briefly.')
  })

  it('leaves blank system texts aside', async () => {
    const started = await talk(['hello'], { system: ' \n' })
    const { plan } = await planned(started, { agent: { ...agent, systemPrompt: null } })
    expect(plan.kept).toHaveLength(1)
    expect(plan.leftOut).toEqual([])
  })

  it('counts tools, and takes two of one name as two', async () => {
    const tools = ['read', 'read'].map((name, at) => ({ name, description: `${at}`, inputSchema: { type: 'object' } }))
    const { plan, rendered } = await planned(await talk(['hello'], { tools }))
    const size = JSON.stringify(tools[0]).length
    expect(plan.kept.slice(0, 2)).toMatchObject([
      { id: 'tool:read', section: 'tools', size },
      { id: 'tool:read#2', section: 'tools', size },
    ])
    expect(rendered.request).toMatchObject({ tools: [{}, {}] })
  })

  it('charges what a message costs to every node, the question, and once to the system text', async () => {
    const tokens = { ...model, measure: 'estimate' }
    const started = await talk(['aaaa', 'bbbb'], { system: 'cccc' })
    const sizes = (made: PlannedCall) => made.plan.kept.map(({ size }) => size)
    expect(sizes(await planned(started, { model: tokens, agent, question: text('dddd') }))).toEqual([7, 2, 5, 5, 5])
    expect(sizes(await planned(started, { model: tokens, measure: 'characters' }))).toEqual([4, 4, 4])
    expect(sizes(await planned(started))).toEqual([4, 4, 4])
  })

  it('leaves excluded nodes out with their reason, and sends them again when they are included', async () => {
    const started = await talk(['hello', 'secret plans', 'bye'])
    const [, middle = ''] = started.ids
    await store.mark([middle], 'excluded', true, 1)
    const without = await planned(started)
    expect(without.plan.leftOut).toMatchObject([{ id: middle, size: 12, reason: { kind: 'excluded' } }])
    expect(without.rendered.text).not.toContain('secret')
    await store.mark([middle], 'excluded', false, 2)
    expect((await planned(started)).plan.leftOut).toEqual([])
  })

  it('refuses a budget that is smaller than the system text, and says by how much', async () => {
    const started = await talk(['hello'], { system: 'Answer briefly.' })
    const refusal = await planCall(engine, { ...started, model, target: 'anthropic', budget: 10 })
    expect(refusal).toEqual({ kind: 'refusal', code: 'system-over-limit', limit: 10, overBy: 5 })
    expect(await store.plans({ limit: 1 })).toEqual([])
  })

  it('takes a budget of its own where it is smaller than the model’s limit', async () => {
    const started = await talk(['hello'])
    const limits = async (more: Partial<CallRequest>) => (await planned(started, more)).plan.budget
    expect(await limits({})).toMatchObject({ window: 2000, reserved: 1024, safety: 0, limit: 976 })
    expect(await limits({ budget: 100 })).toMatchObject({ window: 100, reserved: 0, safety: 0, limit: 100 })
    expect(await limits({ budget: 5000 })).toMatchObject({ limit: 976 })
    expect(await limits({ model: { ...model, exact: false } })).toMatchObject({ safety: 49, limit: 927 })
    expect(await limits({ settings: { ...defaultCallSettings, safety: 0.1 } })).toMatchObject({ safety: 98 })
  })

  it('shortens what a tool gave back where the newest step is too long', async () => {
    const started = await talk(['read it'])
    const call = { kind: 'tool-call', callId: 'c', name: 'read', input: {} } as const
    await say(engine, started.branch, { author: 'model', parts: [call] })
    const result: Part = { kind: 'tool-result', callId: 'c', content: [{ kind: 'text', text: 'x'.repeat(5000) }] }
    const last = await say(engine, started.branch, { author: 'tool', parts: [result] })
    const { plan, rendered } = await planned(started, { budget: 300 })
    const sent = plan.kept.find((entry) => entry.kind === 'kept' && entry.id === last.id)
    expect(sent).toMatchObject({ form: 'excerpt', reason: { kind: 'shortened', by: 5000 - (sent?.size ?? 0) } })
    expect(plan.budget.used).toBeGreaterThan(295)
    expect(plan.budget.used).toBeLessThanOrEqual(300)
    expect(rendered.text).toContain('characters left out')
  })

  describe('of a buffer', () => {
    const buffer = { mode: 'buffer' satisfies Mode, system: 's'.repeat(80) } as const
    const target = 'buffer'

    it('leaves system text out unless the setting sends it', async () => {
      const started = await talk(['Once ', 'upon'], buffer)
      const off = await planned(started, { target })
      expect(off.rendered.text).toBe('Once upon')
      expect(off.plan.leftOut).toMatchObject([{ id: 'system:conversation', reason: { kind: 'system-off' } }])
      const on = await planned(started, { target, settings: { ...defaultCallSettings, bufferModeSystemContext: true } })
      expect(on.rendered.text).toMatch(/^s{80}\n\nOnce upon$/)
    })

    it('keeps what is only white space', async () => {
      const { plan, rendered } = await planned(await talk(['one', '\n\n', 'two'], buffer), { target })
      expect(rendered.text).toBe('one\n\ntwo')
      expect(plan.budget.used).toBe(8)
    })

    it('does not make room for system text that is not sent', async () => {
      const started = await talk([], buffer)
      const file: Part = { kind: 'file', path: 'a', way: 'attachment', text: 'x'.repeat(200) }
      await say(engine, started.branch, { author: 'human', parts: [file] })
      const { plan } = await planned(started, { target, budget: 150 })
      expect(plan.budget.used).toBe(150)
    })
  })
})
