import type { Json, JsonObject } from '../../core/content/json.ts'
import { JsonError } from '../errors.ts'
import type { TextSource } from '../format.ts'
import { parseJson } from '../json.ts'
import { type Choose, jsonScan, type Place } from './scan.ts'

/**
 * What is found in a JSON text: taken values, and the arrays and objects that were entered and left. `damaged` stands
 * for a value that was refused, with the reason in words that continue a sentence; reading goes on behind it. `broken`
 * is the last one: from there on the text is not JSON.
 */
export type JsonItem =
  | (Place & { readonly kind: 'enter'; readonly shape: 'array' | 'object' })
  | (Place & { readonly kind: 'leave' })
  | (Place & { readonly kind: 'value'; readonly value: Json })
  | (Place & { readonly kind: 'damaged'; readonly message: string })
  | { readonly kind: 'broken'; readonly message: string }

/** Reads one JSON text value by value, in memory for one value. */
export async function* jsonItems(source: TextSource, choose: Choose): AsyncIterable<JsonItem> {
  const scan = jsonScan(choose)
  try {
    for await (const chunk of source.chunks()) {
      for (const event of scan.push(chunk)) yield event.kind === 'value' ? parsed(event, event.text) : event
    }
    for (const event of scan.end()) yield event.kind === 'value' ? parsed(event, event.text) : event
  } catch (error) {
    if (!(error instanceof JsonError)) throw error
    yield { kind: 'broken', message: error.message }
  }
}

function parsed({ depth, key }: Place, text: string): JsonItem {
  try {
    return { kind: 'value', depth, key, value: parseJson(text) }
  } catch (error) {
    if (!(error instanceof JsonError)) throw error
    return { kind: 'damaged', depth, key, message: error.message }
  }
}

/**
 * The members of the outermost object, but for one, which may be large. What is damaged is not among them; empty where
 * there is no object.
 */
export async function fieldsBeside(source: TextSource, member: string): Promise<JsonObject> {
  const fields = new Map<string, Json>()
  const choose: Choose = ({ depth, key }, shape) =>
    depth === 0 ? (shape === 'object' ? 'enter' : 'skip') : key === member ? 'skip' : 'take'
  for await (const item of jsonItems(source, choose)) {
    if (item.kind === 'value' && item.depth === 1) fields.set(String(item.key), item.value)
  }
  return Object.fromEntries(fields)
}

/**
 * The elements of the array that is the outermost value, or of the array that is the outermost object's member of that
 * name, one by one. Everything else is passed over.
 */
export function elementsOf(source: TextSource, member: string): AsyncIterable<JsonItem> {
  return jsonItems(source, ({ depth, key }, shape) => {
    if (depth === 0) return shape === 'plain' ? 'skip' : 'enter'
    if (depth === 1 && typeof key === 'string') return key === member && shape === 'array' ? 'enter' : 'skip'
    return 'take'
  })
}
