import type { Json, JsonObject } from '../content/json.ts'

/** A JSON schema of an object. */
export type ObjectSchema = { type: 'object'; [key: string]: Json | undefined }

/** A tool's input schema as providers want it: always that of an object. */
export function objectSchema(schema: Json): ObjectSchema {
  return isObject(schema) ? { ...schema, type: 'object' } : { type: 'object', properties: {} }
}

/** Whether a JSON value is an object. */
export function isObject(value: Json): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
