import type { Part, ToolResultPart } from '../../core/content/part.ts'
import type { Branch } from '../../history/node.ts'
import type { LanguageModel } from '../../models/language-model.ts'
import type { ModelFacts } from '../../models/model-facts.ts'
import type { Store } from '../../stores/store.ts'
import type { SessionEvent } from '../../telemetry/event.ts'
import type { Tool, ToolOutcome } from '../../tools/tool.ts'
import { exampleEngine } from '../example-engine.ts'
import { startConversation } from '../say.ts'
import type { Session, Tools } from './session.ts'
import type { TurnRequest } from './turn-request.ts'

/** For tests: facts of a small model that is counted by estimate. */
export const exampleModel: ModelFacts = {
  provider: 'scripted',
  name: 'scripted',
  window: 8000,
  maxOutput: 2000,
  measure: 'estimate',
  exact: false,
  messageOverhead: 5,
  prices: null,
  cache: null,
  systemField: true,
  systemMidway: true,
  images: true,
}

/** For tests: a session on a store with a model and tools; its events, and a turn's request on a fresh conversation. */
export async function exampleSession(
  store: Store,
  model: LanguageModel,
  { tools = [], ...about }: { readonly tools?: readonly Tool[] } & Partial<Tools> = {},
): Promise<{ session: Session; events: SessionEvent[]; request: TurnRequest; branch: Branch }> {
  const engine = exampleEngine(store)
  const events: SessionEvent[] = []
  const started = await startConversation(engine, { system: 'Be brief.' })
  const session: Session = {
    engine,
    loadModel: async () => model,
    tools: { at: async () => tools, allow: async () => undefined, ...about },
    calibrator: { features: () => [], learn: () => null, estimate: () => null },
    listen: (event) => events.push(event),
    owner: 'example 1',
    isAlive: () => false,
    wait: async (milliseconds, signal) => {
      if (milliseconds === 250) await new Promise<void>((done) => signal.addEventListener('abort', () => done()))
    },
  }
  return {
    session,
    events,
    branch: started.branch,
    request: { ...started, model: exampleModel, message: textOf('Go on.') },
  }
}

/** For tests: a part of text. */
export function textOf(text: string): readonly Part[] {
  return [{ kind: 'text', text }]
}

/** For tests: a tool that gives what a function says. */
export function exampleTool(
  name: string,
  run: (input: unknown, signal: AbortSignal) => Promise<string | ToolOutcome> | string,
  { permission = 'allow', readsOnly = true }: Partial<Pick<Tool, 'permission' | 'readsOnly'>> = {},
): Tool {
  return {
    definition: { name, inputSchema: { type: 'object', properties: {} } },
    permission,
    readsOnly,
    describe: () => name,
    run: async (input, { signal }) => {
      const said = await run(input, signal)
      return typeof said === 'string' ? { content: [{ kind: 'text', text: said }], isError: false } : said
    },
  }
}

/** For tests: the text of a result. */
export function resultText({ content }: ToolResultPart): string {
  return content.map((part) => ('text' in part ? part.text : part.kind)).join('')
}
