import { closeNames } from './close-names.ts'
import { findOverrides, findRow, parseReference, type Reference } from './find-model.ts'
import type { CacheRules, ModelFacts, Prices } from './model-facts.ts'
import type { Given, ModelOverride, ModelOverrides } from './model-overrides.ts'
import { modelTable, providerNames } from './table/table.ts'
import { UnknownModel } from './unknown-model.ts'

/**
 * The facts about a model: `provider:model`, a bare name, or a name with a date, revision or tag behind it, which finds the
 * longest known name. Overrides win over the table, the most specific last. A model that is not in the table is known where
 * an override gives at least its window; it is then measured by estimate. Throws UnknownModel.
 */
export function modelFacts(reference: string, overrides: ModelOverrides = {}): ModelFacts {
  const parsed = parseReference(reference, providerNames)
  const row = findRow(parsed, modelTable)
  const given = findOverrides(parsed, row, overrides, providerNames)
  const base = row ? { ...row.facts, name: nameIn(reference, parsed) } : unlisted(reference, parsed, given)
  return given.reduce(override, base)
}

/** The name as it was written, without the provider. */
function nameIn(reference: string, parsed: Reference): string {
  const written = reference.trim()
  return written.slice(written.length - parsed.name.length)
}

/** What is assumed of a model that only the settings know: the cautious value of each. */
function unlisted(reference: string, parsed: Reference, given: readonly ModelOverride[]): ModelFacts {
  const window = given.findLast((one) => one.window !== undefined)?.window
  if (window === undefined) throw new UnknownModel(reference, closeTo(parsed))
  return {
    provider: parsed.provider ?? 'unknown',
    name: nameIn(reference, parsed),
    window,
    maxOutput: window,
    measure: 'estimate',
    exact: false,
    messageOverhead: 5,
    prices: null,
    cache: null,
    systemField: false,
    systemMidway: false,
    images: false,
  }
}

function closeTo({ provider, name }: Reference): string[] {
  const rows = modelTable.filter((row) => provider === undefined || provider === row.facts.provider)
  return closeNames(
    name,
    rows.flatMap((row) => row.names),
  )
}

function override(facts: ModelFacts, { prices, cache, ...rest }: ModelOverride): ModelFacts {
  const merged = { ...facts, ...defined(rest) }
  return {
    ...merged,
    maxOutput: Math.min(merged.maxOutput, merged.window),
    // Another measure than the model's own tokenizer is not exact, unless the settings say that it is.
    exact: rest.exact ?? (facts.exact && merged.measure === facts.measure),
    prices: prices === undefined ? facts.prices : prices && { ...flat(facts.prices, prices), ...defined(prices) },
    cache: cache === undefined ? facts.cache : cache && { ...(facts.cache ?? noDiscount), ...defined(cache) },
  }
}

/** Prices before the given ones are filled in: those that are known, else nothing is cheaper or dearer than input. */
function flat(known: Prices | null, { input = 0 }: Given<Prices>): Prices {
  return known ?? { input, cachedRead: input, cacheWrite: input, output: input }
}

const noDiscount: CacheRules = {
  kind: 'automatic',
  minimumTokens: 0,
  lifetimeSeconds: 300,
  maxBreakpoints: 0,
  readMultiplier: 1,
  writeMultiplier: 1,
}

/** The fields that have a value. */
function defined<T extends object>(object: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const entries = Object.entries(object).filter(([, value]) => value !== undefined)
  return Object.fromEntries(entries) as { [K in keyof T]?: Exclude<T[K], undefined> }
}
