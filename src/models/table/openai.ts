import { type Family, type ModelRow, row } from './row.ts'

/**
 * A message takes three tokens of frame and one for its role (the provider's cookbook on counting). o200k_base is exact
 * from GPT-4o to GPT-5.x and for the o-series.
 */
const openai: Family = {
  provider: 'openai',
  measure: 'o200k_base',
  exact: true,
  messageOverhead: 4,
  cache: { kind: 'automatic', minimumTokens: 1024, lifetimeSeconds: 300, maxBreakpoints: 0 },
  systemField: false,
  systemMidway: true,
  images: true,
}

/** From GPT-5.6 on, writing to the cache is charged, and what was written is kept for half an hour. */
const written: Partial<Family> = {
  cache: { kind: 'automatic', minimumTokens: 1024, lifetimeSeconds: 1800, maxBreakpoints: 0 },
}

/** The tokenizer of GPT-6 is not published; o200k_base is the nearest there is. */
const gpt6: Partial<Family> = { ...written, exact: false }

const textOnly: Partial<Family> = { images: false }
const older: Partial<Family> = { measure: 'cl100k_base', cache: null, images: false }

/** OpenAI's models. Source: the provider's model and pricing pages; rates for prompts up to 272,000 tokens. */
export const openaiModels: readonly ModelRow[] = [
  row(openai, ['gpt-6.2-sol'], 1_050_000, 128_000, [2, 10, 0.1, 2.5], gpt6),
  row(openai, ['gpt-6.1-sol'], 1_050_000, 128_000, [2, 10, 0.1, 2.5], gpt6),
  row(openai, ['gpt-6.1-terra'], 1_050_000, 128_000, [1, 5, 0.05, 1.25], gpt6),
  row(openai, ['gpt-6-astra'], 1_050_000, 128_000, [10, 50, 1, 12.5], gpt6),
  row(openai, ['gpt-6-sol'], 1_050_000, 128_000, [2, 10, 0.2, 2.5], gpt6),
  row(openai, ['gpt-6-luna'], 1_050_000, 128_000, [0.1, 0.5, 0.01, 0.125], gpt6),
  row(openai, ['gpt-5.6-sol', 'gpt-5.6'], 1_050_000, 128_000, [4, 20, 0.4, 5], written),
  row(openai, ['gpt-5.6-terra'], 1_050_000, 128_000, [2, 12, 0.2, 2.5], written),
  row(openai, ['gpt-5.6-luna'], 1_050_000, 128_000, [0.2, 1.2, 0.02, 0.25], written),
  row(openai, ['gpt-5.5'], 1_050_000, 128_000, [5, 30, 0.5]),
  row(openai, ['gpt-5.4'], 1_050_000, 128_000, [2.5, 15, 0.25]),
  row(openai, ['gpt-5.4-mini'], 400_000, 128_000, [0.75, 4.5, 0.075]),
  row(openai, ['gpt-5.4-nano'], 400_000, 128_000, [0.2, 1.25, 0.02]),
  row(openai, ['gpt-5.2', 'gpt-5.2-codex', 'gpt-5.3-codex'], 400_000, 128_000, [1.75, 14, 0.175]),
  row(openai, ['gpt-5.1', 'gpt-5.1-codex', 'gpt-5.1-codex-max'], 400_000, 128_000, [1.25, 10, 0.125]),
  row(openai, ['gpt-5', 'gpt-5-codex'], 400_000, 128_000, [1.25, 10, 0.125]),
  row(openai, ['gpt-5-mini', 'gpt-5.1-codex-mini'], 400_000, 128_000, [0.25, 2, 0.025]),
  row(openai, ['gpt-5-nano'], 400_000, 128_000, [0.05, 0.4, 0.005]),
  row(openai, ['gpt-4.1'], 1_047_576, 32_768, [2, 8, 0.5]),
  row(openai, ['gpt-4.1-mini'], 1_047_576, 32_768, [0.4, 1.6, 0.1]),
  row(openai, ['gpt-4.1-nano'], 1_047_576, 32_768, [0.1, 0.4, 0.025]),
  row(openai, ['gpt-4o'], 128_000, 16_384, [2.5, 10, 1.25]),
  row(openai, ['gpt-4o-mini'], 128_000, 16_384, [0.15, 0.6, 0.075]),
  row(openai, ['o4-mini'], 200_000, 100_000, [1.1, 4.4, 0.275]),
  row(openai, ['o3'], 200_000, 100_000, [2, 8, 0.5]),
  row(openai, ['o3-mini'], 200_000, 100_000, [1.1, 4.4, 0.55], textOnly),
  row(openai, ['o1'], 200_000, 100_000, [15, 60, 7.5]),
  row(openai, ['gpt-4-turbo'], 128_000, 4096, [10, 30], { ...older, images: true }),
  row(openai, ['gpt-4'], 8192, 8192, [30, 60], older),
  row(openai, ['gpt-3.5-turbo'], 16_385, 4096, [0.5, 1.5], older),
]
