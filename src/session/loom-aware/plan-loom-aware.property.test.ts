import { array, assert, asyncProperty, constantFrom, integer, nat, oneof, record } from 'fast-check'
import { expect, it } from 'vitest'
import { characters } from '../../core/content/measure.ts'
import type { Part } from '../../core/content/part.ts'
import { sizeOfParts } from '../../core/content/size.ts'
import type { HistoryStrategy } from '../../core/plan-input.ts'
import type { Refusal } from '../../core/refusal.ts'
import type { Permission } from '../../history/conversation.ts'
import type { Branch } from '../../history/node.ts'
import { runOperation } from '../../loom/operations/run.ts'
import { memoryStore } from '../../stores/memory/memory-store.ts'
import type { Store } from '../../stores/store.ts'
import { defaultCallSettings } from '../call-request.ts'
import type { Engine } from '../engine.ts'
import { exampleEngine } from '../example-engine.ts'
import { type PlannedCall, planCall } from '../plan-call.ts'
import { replay } from '../replay.ts'
import { fork, type Started, say, startConversation } from '../say.ts'
import { agentWith, exampleModel } from './example-agent.ts'

const permissions: readonly Permission[] = ['loom_aware', 'loom_write']
/** About what tools and system text take. */
const fixed = 5100

const words = (length: number): string => 'some words '.repeat(length)

const operations = ['annotate', 'bookmark', 'edit', 'prune', 'pin', 'stash', 'recall', 'drop', 'link', 'view'] as const

const step = oneof(
  { weight: 6, arbitrary: record({ kind: constantFrom('human', 'model', 'tool'), length: nat(60) }) },
  { weight: 4, arbitrary: record({ kind: constantFrom(...operations), at: nat(), other: nat() }) },
  { weight: 1, arbitrary: record({ kind: constantFrom('fork'), at: nat() }) },
  {
    weight: 3,
    arbitrary: record({
      kind: constantFrom('plan'),
      room: integer({ min: 100, max: 6000 }),
      strategy: constantFrom<Strategy[]>('truncateMiddle', 'rollingWindow'),
    }),
  },
)
/** A person, a model and an agent at work on a tree. */
interface Work extends Started {
  readonly engine: Engine
  readonly ids: string[]
  current: Branch
}

async function startWork(): Promise<Work> {
  const engine = exampleEngine(memoryStore())
  const started = await startConversation(engine)
  return { ...started, engine, ids: [], current: started.branch }
}

type Strategy = HistoryStrategy & ('truncateMiddle' | 'rollingWindow')

async function speak({ engine, ids, current }: Work, author: 'human' | 'model' | 'tool', said: string): Promise<void> {
  const callId = `c${ids.length}`
  if (author === 'tool') {
    const call: Part = { kind: 'tool-call', callId, name: 'read', input: {} }
    ids.push((await say(engine, current, { author: 'model', parts: [call] })).id)
  }
  const result: Part = { kind: 'tool-result', callId, content: [{ kind: 'text', text: said }] }
  const part: Part = author === 'tool' ? result : { kind: 'text', text: said }
  ids.push((await say(engine, current, { author, parts: [part] })).id)
}

async function operate(work: Work, name: (typeof operations)[number], node: string, other: string): Promise<void> {
  const labelled = { label: 'label', ...(name === 'stash' ? { nodes: [node], text: words(3) } : {}) }
  const inputs: { readonly [name: string]: unknown } = {
    annotate: { node, text: 'a note' },
    edit: { node, text: words(20) },
    link: { from: node, to: other },
    stash: labelled,
    recall: labelled,
  }
  const loom = { conversation: work.conversation, branch: work.current, permissions, measure: characters }
  await runOperation(work.engine, loom, name, inputs[name] ?? { node })
}

async function planWith(
  { engine, conversation, current }: Work,
  room: number,
  truncationStrategy: Strategy,
): Promise<PlannedCall | Refusal> {
  const settings = { ...defaultCallSettings, truncationStrategy, minimumRecentNodes: 2, tokenBuffer: 0 }
  const who = { model: exampleModel, agent: agentWith(permissions, null) }
  const call = { conversation, branch: current, ...who, settings, target: 'chat-completions' } as const
  return await planCall(engine, { ...call, budget: fixed + room })
}

it('never plans over the limit, charges what it sends, and replays the same, whatever happens to a tree', async () => {
  const seen = { planned: 0, cut: 0, pinned: 0 }
  await assert(
    asyncProperty(array(step, { minLength: 20, maxLength: 60, size: 'max' }), async (steps) => {
      const work = await startWork()
      const calls: PlannedCall[] = []
      let forks = 0
      for (const each of steps) {
        const at = 'at' in each ? work.ids[each.at % work.ids.length] : undefined
        if ('length' in each) await speak(work, each.kind, words(each.length))
        else if ('other' in each && at !== undefined)
          await operate(work, each.kind, at, work.ids[each.other % work.ids.length] ?? at)
        else if (each.kind === 'fork' && at !== undefined)
          work.current = await fork(work.engine, work.current, `fork ${++forks}`, at)
        if (!('room' in each)) continue
        const call = await planWith(work, each.room, each.strategy)
        if (call.kind === 'refusal') continue
        calls.push(call)
        expect(await sentSize(work.engine.store, call)).toBeLessThanOrEqual(call.plan.budget.limit)
        expect(await planWith(work, each.room, each.strategy)).toMatchObject({ plan: { id: call.plan.id } })
      }
      for (const { plan } of calls) expect(await replay(work.engine, plan.id)).toMatchObject({ same: true })
      seen.planned += calls.length
      seen.cut += calls.filter(({ plan }) => plan.truncation.truncated).length
      seen.pinned += calls.filter(({ plan }) => JSON.stringify(plan.kept).includes('loom:pin:')).length
    }),
    { numRuns: 40 },
  )

  expect(Math.min(seen.planned, seen.cut, seen.pinned)).toBeGreaterThan(5)
}, 60_000)

/** What is really sent: everything that is kept, counted anew. */
async function sentSize(store: Store, { plan }: PlannedCall): Promise<number> {
  const kept = plan.kept.flatMap((entry) => (entry.kind === 'kept' ? [entry] : []))
  const contents = await store.contents(kept.flatMap(({ content }) => content ?? []))
  const sizes = kept.map(({ content = '' }) => sizeOfParts(contents.get(content) ?? [], characters))
  return sizes.reduce((sum, size) => sum + size, 0)
}
