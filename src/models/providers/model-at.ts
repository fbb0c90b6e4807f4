import { modelFacts } from '../find-facts.ts'
import type { CacheRules, ModelFacts } from '../model-facts.ts'
import type { ModelOverride, ModelOverrides } from '../model-overrides.ts'
import { providerNames } from '../table/table.ts'
import { UnknownModel } from '../unknown-model.ts'
import { builtInProviders } from './built-in.ts'
import { knownProviders, reachProvider } from './reach.ts'
import type { ProviderSettings } from './settings.ts'

/**
 * The facts about `PROVIDER:MODEL`, where the provider may be any that can be reached, so that a model of the table
 * keeps what is its own wherever it runs (`vllm:qwen3-coder`, `openrouter:anthropic/claude-sonnet-4-5`). Elsewhere than
 * at home its prices are not known, nor what only the interface at home can do. Any other reference is taken as
 * `modelFacts` takes it. Throws UnknownModel, and as `reachProvider` does.
 */
export function modelAt(reference: string, models: ModelOverrides = {}, providers: ProviderSettings = {}): ModelFacts {
  const written = reference.trim()
  const colon = written.indexOf(':')
  const provider = written.slice(0, Math.max(0, colon)).toLowerCase()
  const name = written.slice(colon + 1)
  if (name === '' || !knownProviders(providers).includes(provider)) return modelFacts(written, models)
  const known = providerNames.has(provider) ? written : name
  const facts = factsOf(written, known, overridesAt(provider, models))
  const { api, keyFrom } = reachProvider(provider, providers)
  if (facts.provider === provider || (facts.provider === 'local' && keyFrom === null)) return { ...facts, provider }
  const home = homeFacts(known)
  const cache = facts.cache ?? (api === 'anthropic' ? markedCache : home === null ? likelyCache : null)
  const abroad = { ...facts, cache, provider, name, prices: facts.prices === home?.prices ? null : facts.prices }
  if (home === null || (api !== 'chat-completions' && api === builtInProviders.get(home.provider)?.api)) return abroad
  return { ...abroad, cache: facts.cache === home.cache ? null : facts.cache, systemField: false, systemMidway: false }
}

/** How the Anthropic interface caches, whoever offers it. */
const markedCache: CacheRules = {
  kind: 'breakpoints',
  minimumTokens: 1024,
  lifetimeSeconds: 300,
  maxBreakpoints: 4,
  readMultiplier: 0.1,
  writeMultiplier: 1.25,
}

/** What servers do of which nothing is known: they keep what was computed for the beginning of a prompt. */
const likelyCache: CacheRules = { ...markedCache, kind: 'automatic', maxBreakpoints: 0, writeMultiplier: 1 }

/** What the table alone says; null where it does not know the model. */
function homeFacts(name: string): ModelFacts | null {
  try {
    return modelFacts(name)
  } catch {
    return null
  }
}

function factsOf(written: string, name: string, overrides: ModelOverrides): ModelFacts {
  try {
    return modelFacts(name, overrides)
  } catch (error) {
    throw error instanceof UnknownModel ? new UnknownModel(written, error.close) : error
  }
}

/** The overrides, those for this provider also without its name, over what the bare name says. */
function overridesAt(provider: string, models: ModelOverrides): ModelOverrides {
  const own = Object.entries(models).flatMap(([key, override]): [string, ModelOverride][] => {
    const name = key.slice(provider.length + 1)
    return key.toLowerCase().startsWith(`${provider}:`) ? [[name, { ...models[name], ...override }]] : []
  })
  return { ...models, ...Object.fromEntries(own) }
}
