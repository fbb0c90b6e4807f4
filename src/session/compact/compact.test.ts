import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Part } from '../../core/content/part.ts'
import type { ContextPlan } from '../../core/context-plan.ts'
import type { ModelFacts } from '../../models/model-facts.ts'
import { memoryStore } from '../../stores/memory/memory-store.ts'
import { sqliteStore } from '../../stores/sqlite/sqlite-store.ts'
import type { Store } from '../../stores/store.ts'
import { type CallRequest, defaultCallSettings } from '../call-request.ts'
import { createCheckpoint, restoreCheckpoint } from '../edits/checkpoints.ts'
import { addEdit } from '../edits/edits.ts'
import type { Engine } from '../engine.ts'
import { exampleEngine } from '../example-engine.ts'
import { editNode } from '../loom/edit.ts'
import { type PlannedCall, planCall } from '../plan-call.ts'
import { replay } from '../replay.ts'
import { fork, type Started, say, startConversation } from '../say.ts'
import { type Compaction, compact } from './compact.ts'
import { expand } from './compactions.ts'
import { exampleWriter } from './example-writer.ts'
import type { CompactionRequest, NotCompacted } from './request.ts'

const model: ModelFacts = {
  provider: 'test',
  name: 'model',
  window: 100_000,
  maxOutput: 0,
  measure: 'characters',
  exact: true,
  messageOverhead: 0,
  prices: null,
  cache: null,
  systemField: false,
  systemMidway: true,
  images: true,
}

const long = (name: string): string => `${name}: ${'word '.repeat(60)}`

describe.each(['memory', 'sqlite'] as const)('compacting on a %s store', (kind) => {
  let store: Store
  let engine: Engine
  let started: Started

  beforeEach(async () => {
    store = kind === 'memory' ? memoryStore() : sqliteStore(':memory:')
    engine = { ...exampleEngine(store), summaries: exampleWriter() }
    started = await startConversation(engine)
  })
  afterEach(() => store.close())

  /** Says things in turn, a person first. */
  async function talk(count: number, from = 0): Promise<string[]> {
    const ids: string[] = []
    for (let at = from; at < from + count; at++) {
      const author = at % 2 === 0 ? 'human' : 'model'
      const parts: Part[] = [{ kind: 'text', text: long(`t${at}`) }]
      ids.push((await say(engine, started.branch, { author, parts }, ['characters'])).id)
    }
    return ids
  }

  const headOf = async (): Promise<string> => (await store.branch(started.branch.id))?.head ?? ''
  const doCompact = async (more: Partial<CompactionRequest> = {}): Promise<Compaction | NotCompacted> =>
    await compact(engine, {
      branch: started.branch,
      head: await headOf(),
      measure: 'characters',
      perMessage: 0,
      limit: 100_000,
      ...more,
    })
  async function compacted(more: Partial<CompactionRequest> = {}): Promise<Compaction> {
    const made = await doCompact(more)
    if (made.kind === 'not-compacted') throw new Error(made.code)
    return made
  }
  async function planned(more: Partial<CallRequest> = {}): Promise<PlannedCall> {
    const made = await planCall(engine, { ...started, model, target: 'chat-completions', ...more })
    if (made.kind === 'refusal') throw new Error(made.code)
    return made
  }
  const kept = ({ plan }: { readonly plan: ContextPlan }): string[] =>
    plan.kept.flatMap((entry) => (entry.kind === 'kept' ? [entry.id] : []))

  it('sends a summary in place of a range, and the range is one span that says which', async () => {
    const ids = await talk(11)
    const { summary, fact } = await compacted()
    expect(fact).toMatchObject({ from: ids[2], to: ids[6], count: 5, detours: [], summary: summary.id, files: null })
    const call = await planned()
    expect(kept(call)).toEqual([summary.id, ids[0], ids[1], ...ids.slice(7)])
    expect(call.plan.leftOut).toMatchObject([
      { kind: 'span', from: ids[2], to: ids[6], count: 5, reason: { kind: 'summarised', in: summary.id } },
    ])
    expect(call.plan.kept[0]).toMatchObject({ section: 'summary', form: 'full', reason: { kind: 'required' } })
    expect(call.rendered.text).toContain('[Nodes 3 to 7 of this conversation are left out. What follows sums them up.]')
    expect(call.rendered.text).toContain('5 nodes: t2:')
    expect((await replay(engine, call.plan.id)).same).toBe(true)
  })

  it('keeps the summary as a note beside the last node of the range, of one text', async () => {
    const ids = await talk(11)
    const { summary } = await compacted()
    expect(summary).toMatchObject({ parent: ids[6], author: 'system', authorId: 'example-1', annotation: true })
    expect((await store.contents([summary.content])).get(summary.content)).toMatchObject([{ kind: 'text' }])
    expect(await headOf()).toBe(ids[10])
  })

  it('is undone without a trace in what is sent, and plans of before are the same again', async () => {
    await talk(11)
    const before = await planned()
    const { summary } = await compacted()
    const between = await planned()
    expect(await expand(engine, started.branch)).toMatchObject({ summary: summary.id })
    const after = await planned()
    expect(after.rendered.text).toBe(before.rendered.text)
    expect(after.plan.kept).toEqual(before.plan.kept)
    for (const { plan } of [before, between, after]) expect((await replay(engine, plan.id)).same).toBe(true)
    await expect(expand(engine, started.branch)).rejects.toMatchObject({ code: 'nothing-compacted' })
    await expect(expand(engine, started.branch, summary.id)).rejects.toMatchObject({ code: 'unknown-summary' })
  })

  it('never takes the same range twice, and a larger one takes the summary in', async () => {
    const ids = await talk(11)
    const first = await compacted()
    expect(await doCompact()).toMatchObject({ code: 'already-compacted' })
    expect(await doCompact({ from: ids[3] ?? '', to: ids[5] ?? '' })).toMatchObject({ code: 'already-compacted' })
    await talk(4, 11)
    const second = await compacted()
    expect(second.drafted.prepared).toMatchObject({ from: ids[2], count: 9, takesIn: [first.summary.id] })
    expect(second.drafted.text).toContain('5 nodes: ##')
    expect(kept(await planned())[0]).toBe(second.summary.id)
    await expand(engine, started.branch)
    expect(kept(await planned())[0]).toBe(first.summary.id)
  })

  it('refuses a summary that would not be smaller, or says nothing', async () => {
    await talk(11)
    engine = { ...engine, summaries: exampleWriter(() => 'x'.repeat(9999)) }
    expect(await doCompact()).toMatchObject({ code: 'not-smaller' })
    engine = { ...engine, summaries: exampleWriter(() => ' \n') }
    expect(await doCompact()).toMatchObject({ code: 'not-smaller' })
    expect(await store.facts(started.branch.id)).toEqual([])
    expect((await store.stats()).nodes).toBe(11)
  })

  it('refuses what is not there, and what must stay', async () => {
    const ids = await talk(11)
    expect(await doCompact({ from: 'nowhere' })).toMatchObject({ code: 'not-on-branch', reference: 'nowhere' })
    expect(await doCompact({ from: ids[4] ?? '', to: ids[2] ?? '' })).toMatchObject({ code: 'backwards' })
    expect(await doCompact({ from: ids[4] ?? '', to: ids[10] ?? '' })).toMatchObject({ code: 'holds-newest' })
    expect(await doCompact({ files: ['nothing.ts'] })).toMatchObject({ code: 'unknown-file', reference: 'nothing.ts' })
  })

  it('sums up what is sent: edits count, and what is excluded is not read', async () => {
    const ids = await talk(11)
    await addEdit(engine, started.branch, { node: ids[3] ?? '', part: 0, kind: 'user', content: 'else' })
    await store.mark([ids[4] ?? ''], 'excluded', true, 0)
    expect((await compacted()).drafted.text).toContain('4 nodes: t2:  else t5:  t6:')
  })

  it('keeps rules word for word', async () => {
    await talk(4)
    await say(engine, started.branch, { author: 'system', parts: [{ kind: 'text', text: 'Never touch main.' }] })
    await talk(8, 4)
    const first = await compacted()
    expect(first.drafted.text).toContain('Never touch main.')
    await talk(6, 12)
    expect((await compacted()).drafted.text).toContain('Never touch main.')
  })

  it('carries the files that were worked on, in their newest state', async () => {
    await talk(2)
    const use = async (at: number, name: string, input: object, text: string): Promise<void> => {
      const call = { kind: 'tool-call', callId: `c${at}`, name, input: { path: 'a.ts', ...input } } as const
      await say(engine, started.branch, { author: 'model', parts: [call] })
      const content = [{ kind: 'file', path: 'a.ts', way: 'read', text }] as const
      const shown = name === 'read' ? content : [{ kind: 'text', text: 'ok' } as const]
      await say(engine, started.branch, {
        author: 'tool',
        parts: [{ kind: 'tool-result', callId: `c${at}`, content: shown }],
      })
    }
    await use(1, 'read', {}, 'one\ntwo\nthree')
    await use(2, 'edit', { old_string: 'two', new_string: 'TWO' }, '')
    await talk(9, 2)
    const { drafted, summary } = await compacted()
    expect(drafted.files).toMatchObject([{ path: 'a.ts', text: '[a.ts, whole, in its newest state]\none\nTWO\nthree' }])
    const call = await planned()
    expect(call.rendered.text).toContain('TWO\\nthree')
    expect(call.plan.kept[0]).toMatchObject({ id: summary.id, size: drafted.size })
    expect(await doCompact({ files: ['a.ts'] })).toMatchObject({ code: 'already-compacted' })
  })

  it('stands on a branch from then on, also on forks made since, until it is taken back past it', async () => {
    const ids = await talk(11)
    const early = await fork(engine, { ...started.branch, head: ids[10] ?? '' }, 'early')
    await createCheckpoint(engine, started.branch, 'before')
    const { summary } = await compacted()
    const late = await fork(engine, { ...started.branch, head: ids[10] ?? '' }, 'late')
    expect(kept(await planned({ branch: early }))).toHaveLength(11)
    expect(kept(await planned({ branch: late }))).toContain(summary.id)
    await restoreCheckpoint(engine, started.branch, 'before')
    expect(kept(await planned())).toEqual(ids)
  })

  it('does not stand where the path runs otherwise, or where the range would hold the newest', async () => {
    const ids = await talk(11)
    const { summary } = await compacted()
    for (const at of [4, 6, 7]) expect(kept(await planned({ head: ids[at] ?? '' }))).toEqual(ids.slice(0, at + 1))
    expect(kept(await planned({ head: ids[8] ?? '' }))).toContain(summary.id)
    const node = await store.node(ids[4] ?? '')
    if (!node) throw new Error('gone')
    const version = await editNode(engine, started.branch, node, [{ kind: 'text', text: 'otherwise' }])
    expect(kept(await planned())).toEqual([...ids.slice(0, 4), version.id, ...ids.slice(5)])
  })

  it('gives way to a newest input that needs its room', async () => {
    const ids = await talk(11)
    const { summary, drafted } = await compacted()
    const question: Part[] = [{ kind: 'text', text: 'q'.repeat(900) }]
    const small = await planned({ budget: 1000, question })
    expect(drafted.size).toBeGreaterThan(100)
    expect(kept(small)).toEqual(['question'])
    expect(kept(await planned({ budget: 2500, question }))).toContain(summary.id)
    expect(ids).toHaveLength(11)
  })

  it('may cover a part of what was cut before, or more: every node is in one span', async () => {
    const settings = { ...defaultCallSettings, tokenBuffer: 0, minimumRecentNodes: 2 }
    const ids = await talk(14)
    await planned({ budget: 2000, settings })
    ids.push(...(await talk(1, 14)))
    const cut = await planned({ budget: 2000, settings })
    expect(cut.plan.leftOut).toMatchObject([{ reason: { kind: 'over-budget' } }])
    for (const [from, to] of [
      [7, 8],
      [7, 10],
      [1, 11],
    ] as const) {
      await compacted({ from: ids[from] ?? '', to: ids[to] ?? '', keepLast: 1 })
      ids.push(...(await talk(1, ids.length)))
      const { plan } = await planned({ budget: 2000, settings })
      const spans = plan.leftOut.map((entry) => (entry.kind === 'span' ? entry.count : 1))
      const sent = plan.kept.filter((entry) => entry.kind === 'kept' && entry.section !== 'summary')
      expect(spans.reduce((sum, count) => sum + count, 0) + sent.length).toBe(ids.length)
      expect(plan.leftOut.filter(({ reason }) => reason.kind === 'summarised')).toHaveLength(1)
      expect((await replay(engine, plan.id)).same).toBe(true)
    }
  })

  it('does not stand once its summary is excluded', async () => {
    const ids = await talk(11)
    const { summary } = await compacted()
    await store.mark([summary.id], 'excluded', true, 0)
    expect(kept(await planned())).toEqual(ids)
  })
})
