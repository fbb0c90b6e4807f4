import type { LanguageModelV4 } from '@ai-sdk/provider'
import type { ModelFacts } from '../model-facts.ts'
import type { Provider } from '../providers/provider.ts'

/** Everything that is needed to call one model. */
export interface Connection {
  readonly facts: Pick<ModelFacts, 'provider' | 'name' | 'systemMidway' | 'options'>
  readonly provider: Provider
  /** Null where none is sent. */
  readonly key: string | null
  /** How long nothing may come, in milliseconds. */
  readonly timeout: number
}

/** The name under which the provider's data stand on parts: that of the API where it has one of its own, else the provider's. */
export function dataKey({ facts, provider }: Pick<Connection, 'provider' | 'facts'>): string {
  if (provider.api === 'anthropic') return 'anthropic'
  return provider.api === 'responses' ? 'openai' : facts.provider
}

/** The client of the provider's API. Its package is loaded here, on the first call. */
export async function loadClient(
  { facts, provider, key }: Connection,
  fetch: typeof globalThis.fetch,
): Promise<LanguageModelV4> {
  // An empty key keeps the packages from looking for one in the environment; the header goes before anything is sent.
  const settings = {
    baseURL: provider.baseUrl,
    apiKey: key ?? '',
    fetch,
    ...(provider.headers === undefined ? {} : { headers: { ...provider.headers } }),
  }
  switch (provider.api) {
    case 'anthropic': {
      const { createAnthropic } = await import('@ai-sdk/anthropic')
      return createAnthropic(settings).languageModel(facts.name)
    }
    case 'responses': {
      const { createOpenAI } = await import('@ai-sdk/openai')
      return createOpenAI(settings).responses(facts.name)
    }
    case 'chat-completions': {
      const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible')
      const includeUsage = provider.tellsUsage !== true
      return createOpenAICompatible({ ...settings, name: facts.provider, includeUsage }).chatModel(facts.name)
    }
    default:
      return provider.api satisfies never
  }
}
