import { type Family, type ModelRow, row } from './row.ts'

/**
 * No tokenizer to run here. Its vocabulary is of the size of o200k_base, which counts 0.97 to 1.16 times the estimate on
 * recorded agent sessions; 1.25 leaves room.
 */
const google: Family = {
  provider: 'google',
  measure: 'estimate*1.25',
  exact: false,
  messageOverhead: 5,
  cache: automatic(1024),
  systemField: true,
  systemMidway: false,
  images: true,
}

function automatic(minimumTokens: number): Family['cache'] {
  return { kind: 'automatic', minimumTokens, lifetimeSeconds: 300, maxBreakpoints: 0 }
}

const pro: Partial<Family> = { cache: automatic(4096) }

/**
 * Google's models. Source: the provider's model and pricing pages; the window is the limit on input, and the rates are
 * those for prompts up to 200,000 tokens.
 */
export const googleModels: readonly ModelRow[] = [
  row(google, ['gemini-3.8-flash'], 1_048_576, 65_536, [0.75, 3.75, 0.075]),
  row(google, ['gemini-3.7-flash'], 1_048_576, 65_536, [0.75, 3.75, 0.075]),
  row(google, ['gemini-3.6-flash'], 1_048_576, 65_536, [0.75, 3.75, 0.075]),
  row(google, ['gemini-3.5-flash'], 1_048_576, 65_536, [1.5, 9, 0.15]),
  row(google, ['gemini-3.5-flash-lite'], 1_048_576, 65_536, [0.3, 2.5, 0.03]),
  row(google, ['gemini-3.1-pro', 'gemini-3-pro'], 1_048_576, 65_536, [2, 12, 0.2], pro),
  row(google, ['gemini-3.1-flash-lite'], 1_048_576, 65_536, [0.25, 1.5, 0.025]),
  row(google, ['gemini-3-flash'], 1_048_576, 65_536, [0.5, 3, 0.05]),
  row(google, ['gemini-2.5-pro'], 1_048_576, 65_536, [1.25, 10, 0.125], pro),
  row(google, ['gemini-2.5-flash'], 1_048_576, 65_536, [0.3, 2.5, 0.03]),
  row(google, ['gemini-2.5-flash-lite'], 1_048_576, 65_536, [0.1, 0.4, 0.01]),
]
