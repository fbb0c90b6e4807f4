import { characters } from '../../core/content/measure.ts'
import type { Part } from '../../core/content/part.ts'
import type { Conversation, Permission } from '../../history/conversation.ts'
import type { Branch, Node } from '../../history/node.ts'
import type { Store } from '../../stores/store.ts'
import type { Generator, Loom, LoomEngine } from './operation.ts'
import { type Outcome, runOperation } from './run.ts'

/** For tests: all permissions. */
export const everything: readonly Permission[] = ['loom_aware', 'loom_write', 'loom_generate']

/** For tests: the conversation. */
export const conversation: Conversation = {
  id: 'CONVERSATION',
  shortId: 'c1',
  title: 'A talk',
  mode: 'dialogue',
  system: null,
  tools: [],
  agent: null,
  branch: 'MAIN',
  settings: {},
  origin: null,
  createdAt: 1,
  updatedAt: 1,
}
/** For tests: its branch. */
export const main: Branch = {
  id: 'MAIN',
  conversation: conversation.id,
  name: 'main',
  parent: null,
  forkPoint: null,
  head: null,
  createdAt: 1,
}

const generator: Generator = {
  generate: async ({ count }) =>
    Array.from({ length: count }, (_, at): Part[] => [{ kind: 'text', text: `continuation ${at + 1}` }]),
}

/** For tests: a conversation of four nodes, and an agent that may do everything in it. */
export interface ExampleLoom {
  readonly engine: LoomEngine
  readonly loom: Loom
  /** The nodes of the main branch. */
  readonly path: readonly Node[]
  /** The short id of one of them. */
  short(at: number): string
  /** Says things on the main branch in turns, and returns the nodes. */
  say(texts: readonly string[]): Promise<readonly Node[]>
  run(name: string, input?: unknown, more?: Partial<Loom>): Promise<Outcome>
  /** The result of an operation that must work. */
  done<Result>(name: string, input?: unknown, more?: Partial<Loom>): Promise<Result>
  /** The code of an operation that is refused with a hint, else `ok`. */
  codeOf(name: string, input?: unknown, more?: Partial<Loom>): Promise<string>
}

/** For tests: sets up the example in an empty store; ids and times count up. */
export async function exampleLoom(store: Store): Promise<ExampleLoom> {
  let made = 0
  const engine: LoomEngine = {
    store,
    newId: () => `01J${String(++made).padStart(7, '0')}${String((made * 7919) % 1_000_003).padStart(16, '7')}`,
    now: () => 1_700_000_000_000 + made * 60_000,
  }
  await store.createConversation(conversation, main)
  const loom: Loom = {
    conversation,
    branch: main,
    permissions: everything,
    measure: characters,
    authorId: 'Ada',
    generator,
  }
  const say: ExampleLoom['say'] = async (texts) => {
    const said: Node[] = []
    for (const [at, text] of texts.entries()) {
      const parent = (await store.branch(main.id))?.head ?? null
      const node = {
        id: engine.newId(),
        parent,
        author: at % 2 === 0 ? 'human' : 'model',
        parts: [{ kind: 'text', text }],
        createdAt: engine.now(),
      } as const
      said.push(...(await store.append([node], { conversation: conversation.id, branch: main.id, measures: [] })))
    }
    return said
  }
  const path = await say(['hello', 'hi there', 'what is a heddle?', 'a part of a loom'])
  const run: ExampleLoom['run'] = (name, input = {}, more = {}) =>
    runOperation(engine, { ...loom, ...more }, name, input)
  return {
    engine,
    loom,
    path,
    say,
    run,
    short: (at) => path[at]?.shortId ?? '',
    done: async (name, input, more) => {
      const outcome = await run(name, input, more)
      if (!outcome.ok) throw new Error(`${outcome.error.code}: ${outcome.error.message}`)
      return JSON.parse(JSON.stringify(outcome.result))
    },
    codeOf: async (name, input, more) => {
      const outcome = await run(name, input, more)
      if (outcome.ok) return 'ok'
      if (outcome.error.hint === '') throw new Error(`${outcome.error.code} has no hint`)
      return outcome.error.code
    },
  }
}
