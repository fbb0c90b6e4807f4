import type { SessionEvent } from '../../telemetry/event.ts'
import { answering, event, exampleCall, examplePlan } from './example-events.ts'
import type { ChatHooks, Person } from './hooks.ts'

/** Hooks for tests: they answer with what they are given, and keep what they were asked. */
export interface ExampleHooks {
  readonly hooks: ChatHooks
  /** What was sent and run. */
  readonly asked: string[]
  /** Lets an answer that is held go on. */
  release(): void
}

/** A message that begins with `hold` is answered half, and the rest when it is released or stopped. */
export function exampleHooks(changes: Partial<ChatHooks> = {}): ExampleHooks {
  const asked: string[] = []
  let release = (): void => undefined
  let branch = 'main'

  async function* send(text: string, person: Person): AsyncIterable<SessionEvent> {
    asked.push(text)
    if (!text.startsWith('hold')) {
      yield* answering(`You said *${text}*.`)
      return
    }
    const [start, plan, begin, ...others] = answering('The first line.\nThe second', 1)
    for (const each of [start, plan, begin, others[0]]) if (each) yield each
    await new Promise<void>((resolve) => {
      release = resolve
      person.signal.addEventListener('abort', () => resolve(), { once: true })
    })
    const partial = person.signal.aborted
    const call = exampleCall(partial ? { state: 'interrupted', usage: null } : {})
    yield event({ kind: 'call-end', call, parts: [], partial })
    yield event({ kind: 'turn-end', state: partial ? 'stopped' : 'done', steps: 1, error: null, branch: 'branch' }, 900)
  }

  const hooks: ChatHooks = {
    send,
    retry: (person) => send('(retry)', person),
    continue: (person) => send('(continue)', person),
    generate: (count, person) => send(`(generate ${count})`, person),
    async run(argv) {
      asked.push(argv.join(' '))
      if (argv[0] === 'fork') branch = argv[1] ?? 'fork'
    },
    context: async () => examplePlan(),
    model: async (name) => `The model is ${name ?? 'test:model'}.`,
    undo: async () => ({ told: 'Back to before.', text: 'said before' }),
    siblings: async () => ['1  an answer'],
    status: async () => ({ model: 'test:model', branch, budget: null }),
    branchName: async (id) => id,
    values: async (_, typed) =>
      ['src/a.ts', 'src/b.ts'].filter((value) => value.startsWith(typed)).map((value) => ({ value })),
    cost: () => null,
    ...changes,
  }
  return { hooks, asked, release: () => release() }
}
