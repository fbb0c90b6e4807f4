import { z } from 'zod'
import type { JsonObject } from '../core/content/json.ts'
import type { CacheRules, ModelFacts, Prices } from './model-facts.ts'

/** A part of it: any field may be absent. */
export type Given<T> = { readonly [K in keyof T]?: T[K] | undefined }

/** What a person says about one model. What is left out stays as the table has it. */
export interface ModelOverride extends Given<Omit<ModelFacts, 'name' | 'prices' | 'cache'>> {
  readonly prices?: Given<Prices> | null | undefined
  readonly cache?: Given<CacheRules> | null | undefined
}

/** What a person says about models, by name or `provider:name`. A name also stands for its dated versions. */
export type ModelOverrides = { readonly [model: string]: ModelOverride }

const tokens = z.int().positive()
const price = z.number().nonnegative()

const prices = z.strictObject({ input: price, cachedRead: price, cacheWrite: price, output: price }).partial()

const cache = z
  .strictObject({
    kind: z.enum(['automatic', 'breakpoints']),
    minimumTokens: z.int().nonnegative(),
    lifetimeSeconds: z.int().nonnegative(),
    maxBreakpoints: z.int().nonnegative(),
    readMultiplier: price,
    writeMultiplier: price,
  })
  .partial()

const modelOverride = z
  .strictObject({
    provider: z.string().min(1),
    window: tokens,
    maxOutput: tokens,
    measure: z.string().min(1),
    exact: z.boolean(),
    messageOverhead: z.int().nonnegative(),
    prices: prices.nullable(),
    cache: cache.nullable(),
    systemField: z.boolean(),
    systemMidway: z.boolean(),
    images: z.boolean(),
    options: z.record(z.string(), z.json()) as z.ZodType<JsonObject>,
  })
  .partial()

/** Parses the setting `models`: what is known or corrected about models, by name. Unknown fields are refused. */
export const modelOverridesSchema: z.ZodType<ModelOverrides> = z.record(z.string().min(1), modelOverride)
