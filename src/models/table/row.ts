import type { CacheRules, ModelFacts } from '../model-facts.ts'

/** A model in the table. Names are in lower case; the first is its own, the others mean the same model. */
export interface ModelRow {
  readonly names: readonly [string, ...string[]]
  readonly facts: Omit<ModelFacts, 'name'>
  /** Who made it, where another serves it: `meta-llama/NAME` finds it too. */
  readonly maker?: string
  /** Names that go on behind `-` or `:` are of this family: sizes, variants, quantisations. */
  readonly openEnded?: boolean
}

/** What the models of one provider have in common. */
export type Family = Omit<ModelFacts, 'name' | 'window' | 'maxOutput' | 'prices' | 'cache'> & {
  /** Null where nothing is cached. The multipliers follow from the prices. */
  readonly cache: Omit<CacheRules, 'readMultiplier' | 'writeMultiplier'> | null
}

/** US dollars per million tokens: input, output, then cached read and cache write where they differ from input. */
export type RowPrices = readonly [input: number, output: number, cachedRead?: number, cacheWrite?: number]

/** One model of a family: its names, window, longest output and prices, and what is not as in the family. */
export function row(
  family: Family,
  names: ModelRow['names'],
  window: number,
  maxOutput: number,
  [input, output, cachedRead = input, cacheWrite = input]: RowPrices,
  own: Partial<Family> = {},
): ModelRow {
  const { cache, ...shared } = { ...family, ...own }
  return {
    names,
    facts: {
      ...shared,
      window,
      maxOutput,
      prices: { input, cachedRead, cacheWrite, output },
      cache: cache && { ...cache, readMultiplier: ratio(cachedRead, input), writeMultiplier: ratio(cacheWrite, input) },
    },
  }
}

function ratio(price: number, input: number): number {
  return Math.round((price / input) * 10_000) / 10_000
}
