import { type Family, type ModelRow, row } from './row.ts'

/**
 * Vocabularies of 130,000 to 150,000 entries make a little more of code and digits than o200k_base, which counts 0.97 to
 * 1.16 times the estimate on recorded agent sessions; hence 1.3.
 */
const compatible: Omit<Family, 'provider'> = {
  measure: 'estimate*1.3',
  exact: false,
  messageOverhead: 5,
  cache: null,
  systemField: false,
  systemMidway: false,
  images: true,
}

const textOnly: Partial<Family> = { images: false }

const mistral: Family = { ...compatible, provider: 'mistral' }
const cached: Partial<Family> = {
  cache: { kind: 'automatic', minimumTokens: 1024, lifetimeSeconds: 300, maxBreakpoints: 0 },
}

/** Mistral's models. Source: the provider's model and pricing pages. */
const mistralModels: readonly ModelRow[] = [
  row(mistral, ['mistral-large-4', 'mistral-large-4-0'], 1_048_576, 262_144, [0.68, 2.09, 0.07], cached),
  row(mistral, ['mistral-large-3', 'mistral-large'], 262_144, 262_144, [0.5, 1.5]),
  row(mistral, ['mistral-medium-3.5', 'mistral-medium-3-5', 'mistral-medium'], 256_000, 256_000, [1.5, 7.5]),
  row(mistral, ['mistral-small-4', 'mistral-small'], 256_000, 256_000, [0.15, 0.6]),
  row(mistral, ['devstral-2', 'devstral', 'devstral-medium'], 256_000, 256_000, [0.4, 2], textOnly),
  row(mistral, ['codestral'], 256_000, 256_000, [0.3, 0.9], textOnly),
]

/** Prefixes are kept on disk, from 64 tokens on, for hours. Rates are those of the peak hours; off-peak is half. */
const deepseek: Family = {
  ...compatible,
  provider: 'deepseek',
  systemMidway: true,
  cache: { kind: 'automatic', minimumTokens: 64, lifetimeSeconds: 3600, maxBreakpoints: 0 },
}

/** DeepSeek's models. Source: the provider's models and pricing page. */
const deepseekModels: readonly ModelRow[] = [
  row(
    deepseek,
    ['deepseek-flash', 'deepseek-v4-flash', 'deepseek-chat', 'deepseek-reasoner'],
    1_000_000,
    384_000,
    [0.3, 1.2, 0.006],
  ),
  row(deepseek, ['deepseek-v4-pro'], 1_000_000, 384_000, [1.32, 3.96, 0.044], textOnly),
]

/** A cached token costs a fifth of an input token (the provider's page on implicit caching). */
const qwen: Family = {
  ...compatible,
  provider: 'qwen',
  cache: { kind: 'automatic', minimumTokens: 256, lifetimeSeconds: 300, maxBreakpoints: 0 },
}

/** Qwen's hosted models. Source: the provider's model list, international rates, the band of the shortest prompts. */
const qwenModels: readonly ModelRow[] = [
  row(qwen, ['qwen3.8-max'], 991_000, 128_000, [2, 6, 0.4]),
  row(qwen, ['qwen3.8-flash'], 991_000, 65_536, [0.15, 0.47, 0.03]),
  row(qwen, ['qwen3.7-max'], 991_000, 65_536, [2.5, 7.5, 0.5], textOnly),
  row(qwen, ['qwen3.6-plus', 'qwen-plus'], 991_000, 65_536, [0.5, 3, 0.1]),
  row(qwen, ['qwen3-max'], 262_144, 65_536, [1.2, 6, 0.24], textOnly),
  row(qwen, ['qwen3-coder-plus'], 991_000, 65_536, [1, 5, 0.2], textOnly),
]

/** Models of providers whose requests are those of OpenAI's Chat Completions. */
export const otherModels: readonly ModelRow[] = [...mistralModels, ...deepseekModels, ...qwenModels]
