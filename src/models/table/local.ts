import { type Family, type ModelRow, row } from './row.ts'

/** Vocabularies of 100,000 to 260,000 entries; see the other providers for the factor. They cost nothing per token. */
const local: Family = {
  provider: 'local',
  measure: 'estimate*1.3',
  exact: false,
  messageOverhead: 5,
  cache: null,
  systemField: false,
  systemMidway: false,
  images: false,
}

const withImages: Partial<Family> = { images: true }

/** OpenAI's open models are trained with o200k_base (and special tokens of their own). */
const exact: Partial<Family> = { measure: 'o200k_base', exact: true }

function open(maker: string, names: ModelRow['names'], window: number, own?: Partial<Family>): ModelRow {
  return { ...row(local, names, window, window, [0, 0], own), maker, openEnded: true }
}

/**
 * Families of open models. Source: their model cards. The window is what the model was made for; a server may be set to
 * less, which belongs in the settings.
 */
export const localModels: readonly ModelRow[] = [
  open('meta-llama', ['llama4', 'llama-4'], 1_048_576, withImages),
  open('meta-llama', ['llama3.3', 'llama-3.3', 'llama3.2', 'llama-3.2', 'llama3.1', 'llama-3.1'], 131_072),
  open('qwen', ['qwen3-coder'], 262_144),
  open('qwen', ['qwen3'], 40_960),
  open('qwen', ['qwen2.5', 'qwen2.5-coder'], 32_768),
  open('google', ['gemma4', 'gemma-4'], 256_000, withImages),
  open('google', ['gemma3', 'gemma-3'], 131_072, withImages),
  open('mistral', ['mistral-nemo'], 131_072),
  open('deepseek', ['deepseek-r1'], 131_072),
  open('openai', ['gpt-oss'], 131_072, exact),
  open('microsoft', ['phi4', 'phi-4'], 16_384),
]
