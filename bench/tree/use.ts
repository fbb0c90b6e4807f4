import { characters, type Measure } from '../../src/core/content/measure.ts'
import type { Conversation } from '../../src/history/conversation.ts'
import type { Branch } from '../../src/history/node.ts'
import type { Engine } from '../../src/session/engine.ts'
import { fork, say } from '../../src/session/say.ts'
import type { NewNode } from '../../src/stores/store.ts'
import { random } from '../conversation/random.ts'
import { exactId, openBench } from '../engine.ts'
import { type RoundOptions, timeRounds } from '../frame/rounds.ts'
import { shapeOf, textOf } from './shape.ts'
import type { Operation, Task, Used } from './task.ts'

const pathLength = 100
const often: RoundOptions = { warmUp: 20, most: 300 }

/** What the operations are done in. */
interface Place {
  readonly engine: Engine
  readonly measure: Measure
  readonly conversation: Conversation
  readonly branches: readonly Branch[]
  /** The node with many children, and these. */
  readonly hub: string
  readonly siblings: readonly string[]
}

interface Step {
  readonly name: string
  run(round: number): Promise<unknown>
  readonly options?: RoundOptions
}

/** Uses a filled tree as a person would, over all of it. */
export async function use({ nodes, folder }: Task): Promise<Used> {
  const { engine, close } = await openBench(folder)
  const place = await placeOf(engine, nodes)
  const operations: Operation[] = []
  const measureAll = async (steps: readonly Step[], isNamed: boolean): Promise<void> => {
    for (const { name, run, options = {} } of steps)
      operations.push({ name, isNamed, ...(await timeRounds(run, { ...often, ...options })) })
  }
  await measureAll(named(place), true)
  await measureAll(others(place), false)
  await close()
  return { operations }
}

async function placeOf(engine: Engine, nodes: number): Promise<Place> {
  const { store } = engine
  const [conversation] = await store.conversations()
  if (!conversation) throw new Error('The workspace holds no conversation.')
  const { trunk, forks, forkLength, siblings: count } = shapeOf(nodes)
  const middle = await nodeNumber(engine, conversation.id, Math.ceil(trunk / 2))
  const [hub = ''] = (await store.children(middle, { limit: forks * forkLength })).map(({ id }) => id).slice(-1)
  const siblings = (await store.children(hub, { limit: count })).map(({ id }) => id)
  return {
    engine,
    measure: await engine.loadMeasure(exactId),
    conversation,
    branches: await store.branches(conversation.id),
    hub,
    siblings,
  }
}

/** The id of a node by its number, from 1, in the order of writing. */
async function nodeNumber({ store }: Engine, conversation: string, number: number): Promise<string> {
  return (await store.written(conversation, { limit: number })).at(-1)?.id ?? ''
}

/** What the issue names. */
function named({ engine, measure, conversation, branches, siblings }: Place): Step[] {
  const { store } = engine
  const { branch, sibling } = anyOf(branches, siblings)
  return [
    {
      name: 'append',
      run: (round) =>
        say(engine, branch(), { author: 'human', parts: [{ kind: 'text', text: textOf(9, round) }] }, [exactId]),
    },
    { name: 'fork', run: (round) => fork(engine, branch(), `fork ${round}`) },
    { name: 'checkout', run: () => store.updateConversation({ ...conversation, branch: branch().id }) },
    { name: `path of the newest ${pathLength}`, run: () => newestPath(engine, measure, branch()) },
    { name: 'next sibling', run: () => store.siblings(sibling()) },
  ]
}

/** What else is done in trees. */
function others({ engine, measure, conversation, branches, hub, siblings }: Place): Step[] {
  const { store } = engine
  const { branch, sibling } = anyOf(branches, siblings)
  const once: RoundOptions = { warmUp: 0, most: 1 }
  const inRoute = async ({ head, id }: Branch): Promise<unknown> =>
    store.search('"of the"', { route: await store.route(head ?? '', id), limit: 20 })
  return [
    { name: '20 children', run: () => store.children(hub, { after: sibling(), limit: 20 }) },
    { name: 'edit a sibling', run: (round) => edit(engine, measure, conversation, { of: sibling(), hub, round }) },
    {
      name: 'prune 10,000 siblings, one by one',
      run: async () => {
        for (const each of siblings.slice(0, 10_000)) await store.prune(each, engine.now())
      },
      options: once,
    },
    { name: 'kept out, whole path', run: () => keptOut(engine, branch()) },
    { name: 'path among prunes', run: () => newestPath(engine, measure, branch()) },
    { name: `prune ${siblings.length + 1} nodes at once`, run: () => store.prune(hub, engine.now()), options: once },
    { name: 'first search', run: () => store.search('"of the"', { limit: 20 }), options: once },
    { name: 'search a phrase', run: () => store.search('"of the"', { limit: 20 }), options: { warmUp: 1, most: 20 } },
    { name: 'search a rare word', run: () => store.search('4711', { limit: 20 }) },
    { name: 'search in a branch', run: () => inRoute(branch()), options: { warmUp: 1, most: 20 } },
  ]
}

function anyOf(
  branches: readonly Branch[],
  siblings: readonly string[],
): { readonly branch: () => Branch; readonly sibling: () => string } {
  const numbers = random(23)
  return {
    branch: () => branches[numbers.below(branches.length)] as Branch,
    sibling: () => siblings[numbers.below(siblings.length)] as string,
  }
}

async function newestPath({ store }: Engine, measure: Measure, { head, id }: Branch): Promise<unknown> {
  const route = await store.route(head ?? '', id)
  const last = (await store.length(route)) - 1
  return store.path(route, last - pathLength + 1, last, measure)
}

async function keptOut({ store }: Engine, { head, id }: Branch): Promise<unknown> {
  const route = await store.route(head ?? '', id)
  return store.marked(route, 0, Number.MAX_SAFE_INTEGER, characters, await store.revision())
}

async function edit(
  { store, newId, now }: Engine,
  measure: Measure,
  { id: conversation }: Conversation,
  { of, hub, round }: { readonly of: string; readonly hub: string; readonly round: number },
): Promise<unknown> {
  const parts = [{ kind: 'text' as const, text: textOf(10, round) }]
  const version: NewNode = { id: newId(), parent: hub, author: 'human', parts, createdAt: now(), editedFrom: of }
  return store.append([version], { conversation, measures: [measure] })
}
