/** A value that JSON can hold. */
export type Json = string | number | boolean | null | readonly Json[] | JsonObject

/** A JSON object; a key that is absent and one that is `undefined` mean the same. */
export type JsonObject = { readonly [key: string]: Json | undefined }

/**
 * The value as JSON with the keys of every object in code-unit order and no white space, so that equal
 * values have equal bytes. Keys whose value is `undefined` are left out, as in `JSON.stringify`.
 */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, held: unknown) => (isPlain(held) ? sorted(held) : held))
}

function isPlain(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function sorted(object: Record<string, unknown>): Record<string, unknown> {
  const keys = Object.keys(object)
  if (keys.every((key, i) => i === 0 || (keys[i - 1] as string) < key)) return object
  return Object.fromEntries(keys.sort().map((key) => [key, object[key]]))
}
