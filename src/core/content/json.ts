/** A value that JSON can hold. */
export type Json = string | number | boolean | null | readonly Json[] | JsonObject

/** A JSON object; a key that is absent and one that is `undefined` mean the same. */
export type JsonObject = { readonly [key: string]: Json | undefined }

/**
 * A JSON value as text with the keys of every object in code-unit order and no white space, so that equal
 * values have equal bytes. Keys whose value is `undefined` are left out, as in `JSON.stringify`.
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value))
    return `[${value.map((each) => (each === undefined ? 'null' : canonicalJson(each))).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const members: string[] = []
  for (const key of Object.keys(value).sort()) {
    const held: unknown = value[key as keyof typeof value]
    if (held !== undefined) members.push(`${JSON.stringify(key)}:${canonicalJson(held)}`)
  }
  return `{${members.join(',')}}`
}
