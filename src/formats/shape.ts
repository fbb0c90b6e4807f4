import { z } from 'zod'
import type { Json, JsonObject } from '../core/content/json.ts'
import type { ProviderData } from '../core/content/part.ts'

/** Any JSON value. What is parsed is JSON already, so nothing is checked. */
export const anyJson: z.ZodType<Json> = z.custom<Json>()

/** Whether a value is a JSON object. */
export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A list as it is; anything else as an empty one. */
export function listOf(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? (value as readonly Json[]) : []
}

/** The object without some of its keys; undefined where nothing is left. */
export function without(object: JsonObject, keys: readonly string[]): JsonObject | undefined {
  const left = Object.entries(object).filter(([key]) => !keys.includes(key))
  return left.length === 0 ? undefined : Object.fromEntries(left)
}

/** A part's `provider` field; none where there is no data. */
export function providerField(provider: string, data: JsonObject | undefined): { readonly provider?: ProviderData } {
  return data === undefined ? {} : { provider: { [provider]: data } }
}

/** What is wrong with a shape, in words: the first field that does not fit. */
export function describeShape(error: z.ZodError): string {
  const issue = error.issues[0]
  const field = issue?.path.join('.')
  return field ? `the field "${field}" is not what it should be` : 'it is not an object'
}

/**
 * A time as Unix milliseconds: from an ISO date (UTC where it names no zone), or from a number of seconds or
 * milliseconds. Undefined where it is no time.
 */
function parseTime(value: Json | undefined): number | undefined {
  if (typeof value === 'number') {
    if (!Number.isFinite(value) || value <= 0) return undefined
    return Math.round(value < 1e11 ? value * 1000 : value)
  }
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d/.test(value)) return undefined
  const time = Date.parse(/T.*(?:Z|[+-]\d\d:?\d\d)$|^[\d-]+$/i.test(value) ? value : `${value.replace(' ', 'T')}Z`)
  return Number.isNaN(time) ? undefined : time
}

/** A node's time as a field; none where it is not known. */
export function timeField(...values: readonly (Json | undefined)[]): { readonly createdAt?: number } {
  for (const value of values) {
    const createdAt = parseTime(value)
    if (createdAt !== undefined) return { createdAt }
  }
  return {}
}
