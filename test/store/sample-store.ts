import { type DatabaseSync as Database, DatabaseSync } from 'node:sqlite'
import { characters, estimate } from '../../src/core/content/measure.ts'
import { sqliteStore } from '../../src/stores/sqlite/sqlite-store.ts'
import type { AppendTarget, NewNode, Store } from '../../src/stores/store.ts'
import {
  sampleCall,
  sampleOutcome,
  sampleRun,
  sampleTrace,
} from '../../src/testing/store-contract/calls/sample-calls.ts'
import {
  call,
  nodeOf,
  result,
  sampleConversation,
  sampleId,
  textNode,
} from '../../src/testing/store-contract/samples.ts'

/** What a sample store holds. */
export interface SampleStore {
  readonly conversation: string
  readonly branch: string
  /** Ids of the nodes on the branch, root first. */
  readonly nodes: readonly string[]
}

/** A text of some hundred characters that no other number has. */
export function sampleText(number: number): string {
  return `The ${number}th thing that was said, in so many words: ${`w${number} `.repeat(100)}`
}

/** Makes a store of a conversation with tool calls, marks, a fork, an agent, a plan, and runs with their calls. */
export async function sampleStore(path: string, count = 1200): Promise<SampleStore> {
  const store = sqliteStore(path)
  const [conversation, branch] = sampleConversation(1)
  await store.createConversation(conversation, branch)
  const target = { conversation: conversation.id, branch: branch.id, measures: [characters, estimate] }
  const nodes: NewNode[] = []
  for (let number = 1; number <= count; number++) nodes.push(sampleNode(number, nodes.at(-1)?.id ?? null))
  for (let at = 0; at < nodes.length; at += 300) await store.append(nodes.slice(at, at + 300), target)
  const ids = nodes.map(({ id }) => id)
  const forkPoint = ids[Math.floor(count / 2)] ?? null
  await store.createBranch({
    ...branch,
    id: sampleId(920_000),
    name: 'fork',
    parent: branch.id,
    forkPoint,
    head: forkPoint,
  })
  await addTree(store, target, ids)
  await store.mark(ids.slice(3, 6), 'excluded', true, 7)
  await store.putPlan({
    id: 'a'.repeat(64),
    conversation: conversation.id,
    branch: branch.id,
    head: ids.at(-1) ?? null,
    inputs: await store.putDocument({ version: 1, question: null }),
    decisions: await store.putDocument({ kept: [], leftOut: [] }),
    request: 'b'.repeat(64),
    createdAt: 5,
  })
  await store.putAgent({
    id: sampleId(930_000),
    name: 'scribe',
    model: 'made:up',
    systemPrompt: 'Write.',
    temperature: null,
    maxTokens: null,
    permissions: [],
    createdAt: 1,
  })
  await addCalls(store, { conversation: conversation.id, branch: branch.id }, ids)
  await store.close()
  return { conversation: conversation.id, branch: branch.id, nodes: ids }
}

/** What makes a tree of a line: notes, a version, context sources, a further edge, a prune, a bookmark, a tag, a visit. */
async function addTree(store: Store, target: AppendTarget, ids: readonly string[]): Promise<void> {
  const [, second = '', third = '', fourth = ''] = ids
  const own = { conversation: target.conversation, measures: target.measures }
  await store.append(
    [
      { ...textNode(700_001, second, 'a note'), annotation: true },
      textNode(700_002, sampleId(700_001), 'an answer to the note'),
      { ...textNode(700_003, second, 'the third, said better'), editedFrom: third },
      { ...textNode(700_004, fourth, 'with context'), sources: [{ node: third, role: 'context' }] },
    ],
    own,
  )
  await store.addEdge(
    { sources: [{ node: sampleId(700_003), role: 'primary' }], target: sampleId(700_004), type: 'continuation' },
    9,
  )
  await store.prune(sampleId(700_004), 10)
  await store.bookmark(third, 'here', 11)
  await store.tag(third, 'good', true)
  await store.visit(third, 12)
  await store.addFacts(target.branch ?? '', [
    { kind: 'edit', edit: { node: second, part: 0, at: 13, kind: 'user', content: 'other words' } },
    { kind: 'checkpoint', name: 'here', at: 14, head: fourth },
  ])
}

/** A run and a call for each tenth node, with traces, outcomes and reflections. */
async function addCalls(
  store: Store,
  place: { readonly conversation: string; readonly branch: string },
  nodes: readonly string[],
): Promise<void> {
  for (let at = 7; at < nodes.length; at += 10) {
    const run = sampleRun(740_000 + at, place, { state: at % 20 === 7 ? 'done' : 'running' })
    const one = sampleCall(750_000 + at, place, { run: run.id, node: nodes[at] ?? '' })
    await store.putRun(run)
    await store.putCall(one)
    await store.putToolTrace(sampleTrace(one.id, `c${at + 1}`, at))
    await store.addOutcome(sampleOutcome(760_000 + at, one, { note: 'well done' }))
    await store.putReflection({ ...place, call: one.id, plan: one.plan, reflection: { version: 1 }, at })
  }
  await store.addCalibration({ model: 'made:up', version: 1, measure: 'm', calls: 5, error: 0.1, at: 1 })
}

function sampleNode(number: number, parent: string | null): NewNode {
  const own = { key: `key ${number}` }
  if (number % 10 === 8) return { ...nodeOf(number, parent, 'model', [call(`c${number}`)]), ...own }
  if (number % 10 === 9) return { ...nodeOf(number, parent, 'tool', [result(`c${number - 1}`)]), ...own }
  const author = number % 2 === 0 ? 'model' : 'human'
  return { ...textNode(number, parent, sampleText(number)), author, ...own }
}

/** Works on a store's file behind Heddle's back. */
export function tamper(path: string, work: (database: Database) => void): void {
  const database = new DatabaseSync(path)
  try {
    work(database)
  } finally {
    database.close()
  }
}
