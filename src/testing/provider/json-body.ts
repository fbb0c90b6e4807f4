import type { Json, JsonObject } from '../../core/content/json.ts'

/** The value as an object; one without members where it is none. */
export function objectIn(value: Json | undefined): JsonObject {
  return isObject(value) ? value : {}
}

/** Whether a value is an object, and no array. */
export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The members of an array, each as an object; none where it is no array. */
export function objectsIn(value: Json | undefined): readonly JsonObject[] {
  return Array.isArray(value) ? value.map((each: Json) => objectIn(each)) : []
}

/** The value as a text; an empty one where it is none. */
export function textIn(value: Json | undefined): string {
  return typeof value === 'string' ? value : ''
}

/** A content as its blocks: a text stands for one block of text. */
export function blocksIn(content: Json | undefined, type: string): readonly JsonObject[] {
  return typeof content === 'string' ? [{ type, text: content }] : objectsIn(content)
}
