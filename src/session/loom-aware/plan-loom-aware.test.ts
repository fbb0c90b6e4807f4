import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { characters } from '../../core/content/measure.ts'
import type { AuthorType, Part } from '../../core/content/part.ts'
import type { Kept } from '../../core/decision.ts'
import type { Branch } from '../../history/node.ts'
import { type Outcome, runOperation } from '../../loom/operations/run.ts'
import { memoryStore } from '../../stores/memory/memory-store.ts'
import { sqliteStore } from '../../stores/sqlite/sqlite-store.ts'
import type { Store } from '../../stores/store.ts'
import { type CallRequest, defaultCallSettings } from '../call-request.ts'
import type { Engine } from '../engine.ts'
import { exampleEngine } from '../example-engine.ts'
import { type PlannedCall, planCall } from '../plan-call.ts'
import { replay } from '../replay.ts'
import { fork, type NewConversation, type Started, say, startConversation } from '../say.ts'
import { agentWith, exampleModel } from './example-agent.ts'

const aware = agentWith(['loom_aware', 'loom_write'])
const text = (of: string): Part[] => [{ kind: 'text', text: of }]

describe.each(['memory', 'sqlite'] as const)('planning for a loom-aware agent on a %s store', (kind) => {
  let folder: string
  let store: Store
  let engine: Engine

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'heddle-loom-'))
    store = kind === 'memory' ? memoryStore() : sqliteStore(join(folder, 'store.db'))
    engine = exampleEngine(store)
  })

  afterEach(async () => {
    await store.close()
    rmSync(folder, { recursive: true })
  })

  async function talk(texts: readonly string[], options: NewConversation = {}): Promise<Started & { ids: string[] }> {
    const started = await startConversation(engine, options)
    return { ...started, ids: await goOn(started.branch, texts) }
  }

  /** A person and a model go on in turns, the person first. */
  async function goOn(branch: Branch, texts: readonly string[]): Promise<string[]> {
    const ids: string[] = []
    for (const [at, each] of texts.entries())
      ids.push((await say(engine, branch, { author: at % 2 === 0 ? 'human' : 'model', parts: text(each) })).id)
    return ids
  }

  async function planned(at: Started, more: Partial<CallRequest> = {}): Promise<PlannedCall> {
    const { conversation, branch } = at
    const request: CallRequest = {
      conversation,
      branch,
      model: exampleModel,
      agent: aware,
      target: 'chat-completions',
      ...more,
    }
    const made = await planCall(engine, request)
    if (made.kind === 'refusal') throw new Error(`refused: ${made.code}`)
    return made
  }

  async function run({ conversation, branch }: Started, name: string, input: unknown): Promise<Outcome> {
    const loom = { conversation, branch, permissions: aware.permissions, measure: characters }
    const outcome = await runOperation(engine, loom, name, input)
    if (!outcome.ok) throw new Error(outcome.error.message)
    return outcome
  }

  const keptOf = ({ plan }: PlannedCall): Kept[] => plan.kept.flatMap((entry) => (entry.kind === 'kept' ? [entry] : []))
  const idsOf = (call: PlannedCall): string[] => keptOf(call).map(({ id }) => id)
  const shortId = async (id: string | undefined): Promise<string> => (await store.node(id ?? ''))?.shortId ?? ''

  /** What each node of the path is sent as, by id, in sending order. */
  async function sentOf(call: PlannedCall): Promise<Map<string, string>> {
    const path = keptOf(call).filter(({ section }) => section === 'history' || section === 'input')
    const contents = await store.contents(path.flatMap(({ content }) => content ?? []))
    return new Map(path.map(({ id, content = '' }) => [id, JSON.stringify(contents.get(content))]))
  }

  /** A budget that leaves this much beside tools and system text. */
  async function roomFor(started: Started, size: number): Promise<number> {
    const fixed = (await planned(started)).plan.budget.sections.filter(({ section }) => /tools|system/.test(section))
    return fixed.reduce((sum, { used }) => sum + used, size)
  }

  const long = (count: number): string[] => Array.from({ length: count }, (_, at) => `${at} ${'long '.repeat(40)}`)

  it('sends system and addendum, the conversation under headers, memory, loom context, and the current turn', async () => {
    const started = await talk(['hello', 'hi', 'and now?'], { title: 'A talk', system: 'Be brief.' })
    const call = await planned(started)
    const [a, b, c] = started.ids
    const tools = idsOf(call).filter((id) => id.startsWith('tool:'))
    expect(tools).toContain('tool:loom_view')
    expect(tools).not.toContain('tool:loom_continue')
    const system = ['system:agent', 'system:conversation', 'system:loom']
    expect(idsOf(call).slice(tools.length)).toEqual([...system, a, b, 'loom:memory', 'loom:context', c])
    expect(call.rendered.request).toMatchObject({
      messages: [
        { role: 'system' },
        { role: 'user', content: `[${await shortId(a)} human 2023-11-14 22:13Z]\n\nhello` },
        { role: 'assistant', content: `[${await shortId(b)} model 2023-11-14 22:13Z]\n\nhi` },
        { role: 'user' },
      ],
    })
    expect(JSON.stringify(call.rendered.request)).toContain('"A talk\\" · dialogue · 3 nodes · 1 branch')
  })

  it('tells nothing of the tree without the permission, and nothing in a document', async () => {
    const started = await talk(['hello', 'hi', 'and now?'])
    const plain = await planned(started, { agent: agentWith(['loom_write', 'loom_generate']) })
    expect(idsOf(plain)).toEqual(['system:agent', ...started.ids])
    expect(plain.recipe).not.toHaveProperty('loom')
    const document = await talk(['once', ' upon'], { mode: 'buffer' })
    expect(idsOf(await planned(document, { target: 'buffer' }))).toEqual(document.ids)
  })

  it('charges at least what each content takes under its header', async () => {
    const started = await talk(['hello', 'hi', 'and now?'])
    const call = await planned(started)
    const contents = await store.contents(keptOf(call).flatMap(({ content }) => content ?? []))
    for (const { section, size, content = '' } of keptOf(call)) {
      if (section === 'tools' || section === 'system') continue
      const parts = contents.get(content) ?? []
      const length = parts.reduce((sum, part) => sum + (part.kind === 'text' ? characters.count(part.text) : 0), 0)
      expect(size).toBeGreaterThanOrEqual(length)
    }
  })

  it('sends what it sent before byte for byte, whatever has come to hang on it', async () => {
    const started = await talk(['hello', 'hi', 'and now?', 'well'])
    const before = await sentOf(await planned(started))
    await run(started, 'annotate', { node: await shortId(started.ids[1]), text: 'nice' })
    await run(started, 'bookmark', { node: await shortId(started.ids[0]), label: 'start' })
    const aside = await fork(engine, started.branch, 'aside', started.ids[1])
    await say(engine, aside, { author: 'human', parts: text('another way') })
    await goOn(started.branch, ['go on', 'so be it'])
    const after = await sentOf(await planned(started))
    expect([...after].slice(0, 4)).toEqual([...before])
    expect(after.size).toBe(6)
  })

  it('tells what hangs on a node that is sent for the first time', async () => {
    const started = await talk(['hello', 'hi', 'and now?'])
    const aside = await fork(engine, started.branch, 'aside', started.ids[0])
    await say(engine, aside, { author: 'model', parts: text('another') })
    await run(started, 'annotate', { node: await shortId(started.ids[1]), text: 'nice' })
    await run(started, 'link', { from: await shortId(started.ids[0]), to: await shortId(started.ids[2]) })
    const sent = [...(await sentOf(await planned(started))).values()]
    expect(sent[0]).toContain('· 2 continuations · 1 link]')
    expect(sent[1]).toContain('Z · 1 annotation]')
    expect(sent[2]).toContain('Z · 1 link]')
  })

  it.each(['truncateMiddle', 'rollingWindow'] as const)(
    'tells anew what stands behind a cut, with %s',
    async (strategy) => {
      const settings = {
        ...defaultCallSettings,
        truncationStrategy: strategy,
        minimumRecentNodes: 8,
        tokenBuffer: 0,
        safety: null,
        shares: {},
        bufferModeSystemContext: false,
      }
      const started = await talk(long(12))
      const first = await planned(started, { settings })
      expect(first.plan.truncation.truncated).toBe(false)
      const [early, late] = [started.ids[0], started.ids[10]]
      for (const id of [early, late]) await run(started, 'annotate', { node: await shortId(id), text: 'odd' })
      const same = await sentOf(await planned(started, { settings }))
      expect(same.get(late ?? '')).not.toContain('annotation')
      await goOn(started.branch, long(6))
      const budget = await roomFor(await talk(['hi']), 3400)
      const cut = await planned(started, { settings, budget })
      expect(cut.plan.truncation.truncated).toBe(true)
      const sent = await sentOf(cut)
      expect(sent.get(late ?? '')).toContain('· 1 annotation]')
      expect(sent.has(early ?? '')).toBe(strategy === 'truncateMiddle')
      if (strategy === 'truncateMiddle') expect(sent.get(early ?? '')).not.toContain('annotation')
      const again = await planned(started, { settings, budget })
      expect(again.plan.id).toBe(cut.plan.id)
    },
  )

  it('comes to the same plan when nothing has changed, and stores it once', async () => {
    const started = await talk(long(6))
    const first = await planned(started)
    expect((await planned(started)).plan.id).toBe(first.plan.id)
    expect(await store.plans({ limit: 9 })).toHaveLength(1)
  })

  it('forgets nothing over a plan up to an earlier node', async () => {
    const started = await talk(['a', 'b', 'c', 'd'])
    const before = await sentOf(await planned(started))
    await run(started, 'annotate', { node: await shortId(started.ids[3]), text: 'odd' })
    await planned(started, { head: started.ids[1] ?? '' })
    expect(await sentOf(await planned(started))).toEqual(before)
  })

  it('sends a fork what its parent was sent, up to where it left', async () => {
    const started = await talk(['a', 'b', 'c', 'd'])
    const before = await sentOf(await planned(started))
    const forked = await fork(engine, started.branch, 'fork', started.ids[1])
    await run(started, 'annotate', { node: await shortId(started.ids[0]), text: 'odd' })
    await goOn(forked, ['else'])
    const sent = await sentOf(await planned({ ...started, branch: forked }))
    expect([...sent].slice(0, 2)).toEqual([...before].slice(0, 2))
  })

  it('replays to the same plan and bytes after the tree has changed', async () => {
    const started = await talk(long(8))
    await run(started, 'pin', { node: await shortId(started.ids[0]) })
    const calls = [await planned(started, { budget: 9000 })]
    await run(started, 'annotate', { node: await shortId(started.ids[7]), text: 'odd' })
    await goOn(started.branch, long(4))
    calls.push(await planned(started, { budget: 9000 }))
    await run(started, 'drop', { node: await shortId(started.ids[0]) })
    await run(started, 'bookmark', { node: await shortId(started.ids[7]) })
    for (const { plan } of calls) expect(await replay(engine, plan.id)).toMatchObject({ same: true })
  })

  describe('with things to keep', () => {
    it('shows a pinned node next to the input once the conversation is cut, and never twice', async () => {
      const started = await talk(['remember the plum', ...long(7)])
      const settings = { ...defaultCallSettings, truncationStrategy: 'rollingWindow', tokenBuffer: 0 } as const
      await run(started, 'pin', { node: await shortId(started.ids[0]) })
      const pin = `loom:pin:${started.ids[0]}`
      expect(idsOf(await planned(started, { settings }))).not.toContain(pin)
      const cut = await planned(started, { settings, budget: await roomFor(await talk(['hi']), 1500) })
      const ids = idsOf(cut)
      expect(ids).not.toContain(started.ids[0])
      expect(ids.slice(ids.indexOf(pin))).toEqual([pin, 'loom:memory', 'loom:context', ...started.ids.slice(6)])
      expect(JSON.stringify(cut.rendered.request).match(/remember the plum/g)).toHaveLength(1)
    })

    it('keeps a stash out of sight until it is recalled', async () => {
      const started = await talk(['hello', 'hi', 'and now?'])
      const secret = 'the sum was 4711'
      await run(started, 'stash', { label: 'sums', text: secret })
      const stashed = JSON.stringify((await planned(started)).rendered.request)
      expect(stashed).toContain('- \\"sums\\" · 1 item · 16')
      expect(stashed).not.toContain(secret)
      await run(started, 'recall', { label: 'sums' })
      expect(JSON.stringify((await planned(started)).rendered.request)).toContain(secret)
      await run(started, 'stash', { label: 'sums' })
      expect(JSON.stringify((await planned(started)).rendered.request)).not.toContain(secret)
    })

    it('does not show what a person excluded, whoever pinned it', async () => {
      const started = await talk(['the secret is plum', 'hi', 'and now?'])
      await run(started, 'pin', { node: await shortId(started.ids[0]) })
      await store.mark([started.ids[0] ?? ''], 'excluded', true, 1)
      expect(JSON.stringify((await planned(started)).rendered.request)).not.toContain('plum')
    })

    it('keeps memory and context in the window when the history is far too long', async () => {
      const started = await talk(long(60))
      await run(started, 'pin', { node: await shortId(started.ids[0]) })
      const ids = idsOf(await planned(started, { budget: 10_000 }))
      expect(ids).toContain('loom:memory')
      expect(ids).toContain('loom:context')
    })
  })

  it('puts the header of a result inside it, so that call and result stay together', async () => {
    const started = await talk(['read it'])
    const speak = async (author: AuthorType, parts: Part[]): Promise<void> => {
      await say(engine, started.branch, { author, parts })
    }
    await speak('model', [{ kind: 'tool-call', callId: 'c', name: 'read', input: { path: 'a' } }])
    await speak('tool', [{ kind: 'tool-result', callId: 'c', content: [{ kind: 'text', text: 'plum' }] }])
    await speak('model', text('a plum'))
    await speak('human', text('thanks'))
    const { request } = (await planned(started)).rendered
    expect(request).toMatchObject({
      messages: [
        { role: 'system' },
        { role: 'user' },
        { role: 'assistant', content: expect.stringMatching(/^\[\w+ model [^\n]*\]$/), tool_calls: [{ id: 'c' }] },
        { role: 'tool', content: expect.stringMatching(/^\[\w+ tool [^\n]*\]\n\nplum$/) },
        { role: 'assistant' },
        { role: 'user' },
      ],
    })
  })
})
