import type { Part } from '../../src/core/content/part.ts'
import type { Message, Prompt } from '../../src/core/render/message.ts'
import { type ModelMessagesOptions, toModelMessages } from '../../src/core/render/targets/ai-sdk.ts'
import { languageModel } from '../../src/models/ai-sdk/language-model.ts'
import type { LanguageModel, ModelCall, ModelEvent } from '../../src/models/language-model.ts'
import type { ModelFacts } from '../../src/models/model-facts.ts'
import { ModelFailure } from '../../src/models/model-failure.ts'
import type { ProviderApi } from '../../src/models/providers/provider.ts'
import type { ProviderSetting } from '../../src/models/providers/settings.ts'
import type { Wire } from '../../src/testing/provider/reply.ts'

/** A key that must never be seen again. */
export const key = 'sk-secret-0123456789abcdef'

/** The wire formats, with a provider that speaks each. */
export const wires: readonly (readonly [Wire & ProviderApi, string])[] = [
  ['anthropic', 'anthropic'],
  ['responses', 'openai'],
  ['chat-completions', 'deepseek'],
]

const base: ModelFacts = {
  provider: 'anthropic',
  name: 'claude-sonnet-4-5',
  window: 200_000,
  maxOutput: 64_000,
  measure: 'estimate',
  exact: false,
  messageOverhead: 5,
  prices: null,
  cache: null,
  systemField: true,
  systemMidway: false,
  images: true,
}

/** A model of a provider at an address of this machine. */
export function modelAt(
  url: string,
  provider: string,
  { timeout, name, ...setting }: ProviderSetting & { readonly timeout?: number; readonly name?: string } = {},
): LanguageModel {
  const facts = { ...base, provider, name: name ?? (provider === 'openai' ? 'gpt-5' : base.name) }
  return languageModel(facts, {
    providers: { [provider]: { baseUrl: `${url}/v1`, keyFrom: 'KEY', ...setting } },
    env: { KEY: key },
    ...(timeout === undefined ? {} : { timeout }),
  })
}

/** One tool. */
export const look: Prompt['tools'][number] = {
  name: 'look',
  description: 'Looks.',
  inputSchema: { type: 'object', properties: { at: { type: 'string' } } },
}

/** What a person says. */
export function said(text: string): Message {
  return { role: 'user', parts: [{ kind: 'text', text }], nodes: [] }
}

/** What a model said, or what came back to it. */
export function message(role: Message['role'], ...parts: readonly Part[]): Message {
  return { role, parts, nodes: [] }
}

/** A call for a prompt. */
export function callFor(
  { messages = [said('hello')], system = null, tools = [] }: Partial<Prompt> = {},
  more: Partial<ModelCall> & ModelMessagesOptions = {},
): ModelCall {
  const { cacheBreakpoints = false, ...rest } = more
  const { request } = toModelMessages({ messages, system, tools }, { cacheBreakpoints })
  return { prompt: request, signal: new AbortController().signal, maxOutputTokens: 1000, ...rest }
}

/** Everything that came, and why no more did. */
export interface Came {
  readonly events: readonly ModelEvent[]
  readonly parts: readonly Extract<ModelEvent, { kind: 'part' }>['part'][]
  readonly finish: Extract<ModelEvent, { kind: 'finish' }> | undefined
  readonly failure: ModelFailure | undefined
}

/** Asks, and waits for the end. What is thrown and is no ModelFailure is thrown on. */
export async function ask(model: LanguageModel, call: ModelCall = callFor()): Promise<Came> {
  const events: ModelEvent[] = []
  let failure: ModelFailure | undefined
  try {
    for await (const event of model.stream(call)) events.push(event)
  } catch (error) {
    if (!(error instanceof ModelFailure)) throw error
    failure = error
  }
  return {
    events,
    parts: events.flatMap((event) => (event.kind === 'part' ? [event.part] : [])),
    finish: events.find((event) => event.kind === 'finish'),
    failure,
  }
}
