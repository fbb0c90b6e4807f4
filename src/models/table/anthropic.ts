import { type Family, type ModelRow, row } from './row.ts'

/**
 * The tokenizer is not published. In a recorded coding session of 170 calls the provider counted 1.30 times the estimate
 * (1.28 times o200k_base) of what was sent; 1.35 leaves some room.
 */
const earlier: Family = {
  provider: 'anthropic',
  measure: 'estimate*1.35',
  exact: false,
  messageOverhead: 5,
  cache: breakpoints(1024),
  systemField: true,
  systemMidway: false,
  images: true,
}

/** From 4.7 on a newer tokenizer makes about 30 % more tokens of the same text (the provider's migration guides). */
const later: Family = { ...earlier, measure: 'estimate*1.75' }

/** From 4.8 on a message of role `system` may stand in the middle, directly behind a message of the user. */
const midway: Family = { ...later, systemMidway: true }

function breakpoints(minimumTokens: number): Family['cache'] {
  return { kind: 'breakpoints', minimumTokens, lifetimeSeconds: 300, maxBreakpoints: 4 }
}

/**
 * `claude-opus-4-5` is also known as `claude-opus-4.5`. The least that is cached is that of the nearest model, or more, where
 * the provider does not say.
 */
function claude(
  family: Family,
  name: string,
  minimum: number,
  window: number,
  output: number,
  prices: Prices,
): ModelRow {
  const dotted = name.replace(/(\d)-(\d)/, '$1.$2')
  return row(family, dotted === name ? [name] : [name, dotted], window, output, prices, { cache: breakpoints(minimum) })
}

type Prices = Parameters<typeof row>[4]

/** Anthropic's models. Source: the provider's model, pricing and prompt caching pages; cache writes for five minutes. */
export const anthropicModels: readonly ModelRow[] = [
  claude(midway, 'claude-fable-5-1', 1024, 1_000_000, 128_000, [10, 50, 1, 12.5]),
  claude(midway, 'claude-fable-5', 512, 1_000_000, 128_000, [10, 50, 1, 12.5]),
  claude(midway, 'claude-opus-5-5', 1024, 1_000_000, 128_000, [4, 20, 0.2, 5]),
  claude(midway, 'claude-opus-5', 512, 1_000_000, 128_000, [5, 25, 0.5, 6.25]),
  claude(midway, 'claude-opus-4-8', 1024, 1_000_000, 128_000, [5, 25, 0.5, 6.25]),
  claude(later, 'claude-opus-4-7', 2048, 1_000_000, 128_000, [5, 25, 0.5, 6.25]),
  claude(earlier, 'claude-opus-4-6', 4096, 1_000_000, 128_000, [5, 25, 0.5, 6.25]),
  claude(earlier, 'claude-opus-4-5', 4096, 200_000, 64_000, [5, 25, 0.5, 6.25]),
  claude(earlier, 'claude-opus-4-1', 1024, 200_000, 32_000, [15, 75, 1.5, 18.75]),
  claude(earlier, 'claude-opus-4', 1024, 200_000, 32_000, [15, 75, 1.5, 18.75]),
  // For prompts up to 100,000 tokens; longer ones cost five times as much.
  claude(midway, 'claude-haiku-5-5', 4096, 1_000_000, 128_000, [0.1, 0.5, 0.01, 0.125]),
  claude(earlier, 'claude-haiku-4-5', 4096, 200_000, 64_000, [1, 5, 0.1, 1.25]),
  claude(earlier, 'claude-3-5-haiku', 2048, 200_000, 8192, [0.8, 4, 0.08, 1]),
  claude(midway, 'claude-sonnet-5-5', 1024, 1_000_000, 128_000, [2, 10, 0.1, 2.5]),
  claude(midway, 'claude-sonnet-5', 1024, 1_000_000, 128_000, [2, 10, 0.2, 2.5]),
  claude(earlier, 'claude-sonnet-4-6', 2048, 1_000_000, 64_000, [3, 15, 0.3, 3.75]),
  claude(earlier, 'claude-sonnet-4-5', 1024, 200_000, 64_000, [3, 15, 0.3, 3.75]),
  claude(earlier, 'claude-sonnet-4', 1024, 200_000, 64_000, [3, 15, 0.3, 3.75]),
  claude(earlier, 'claude-3-7-sonnet', 1024, 200_000, 64_000, [3, 15, 0.3, 3.75]),
  claude(earlier, 'claude-3-5-sonnet', 1024, 200_000, 8192, [3, 15, 0.3, 3.75]),
]
