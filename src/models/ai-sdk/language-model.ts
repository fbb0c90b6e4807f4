import type { LanguageModel } from '../language-model.ts'
import type { ModelFacts } from '../model-facts.ts'
import { ModelFailure } from '../model-failure.ts'
import { reachProvider } from '../providers/reach.ts'
import type { ProviderSettings } from '../providers/settings.ts'
import type { Connection } from './connection.ts'
import { streamAnswer } from './stream.ts'

/** How models are reached. */
export interface LanguageModelOptions {
  /** The setting `providers`. */
  readonly providers?: ProviderSettings
  /** Where keys are looked for, by name. */
  readonly env: { readonly [name: string]: string | undefined }
  /** How long nothing may come, before the first byte and between two, in milliseconds. Default: two minutes. */
  readonly timeout?: number
}

/**
 * A model behind the AI SDK, whose packages are loaded on the first call. Throws ModelFailure `auth` where there is no key
 * and one is needed, UnknownProvider, and ProviderRefused.
 */
export function languageModel(
  facts: ModelFacts,
  { providers = {}, env, timeout = 120_000 }: LanguageModelOptions,
): LanguageModel {
  const provider = reachProvider(facts.provider, providers)
  const key = provider.keyFrom === null ? null : (env[provider.keyFrom]?.trim() ?? '')
  if (key === '') {
    throw new ModelFailure(
      'auth',
      `There is no key for ${facts.provider}: set the environment variable ${provider.keyFrom}.`,
    )
  }
  const connection: Connection = { facts, provider, key, timeout }
  return { provider: facts.provider, name: facts.name, stream: (call) => streamAnswer(connection, call) }
}
