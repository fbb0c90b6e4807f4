/** A value that JSON can hold. */
export type Json = string | number | boolean | null | readonly Json[] | JsonObject

/** A JSON object; a key that is absent and one that is `undefined` mean the same. */
export type JsonObject = { readonly [key: string]: Json | undefined }

/**
 * A JSON value as text with the keys of every object in code-unit order and no white space, so that equal
 * values have equal bytes. Keys whose value is `undefined` are left out, as in `JSON.stringify`.
 */
export function canonicalJson(value: unknown): string {
  const found = { odd: false }
  const ordered = inOrder(value, found)
  return found.odd ? written(value) : JSON.stringify(ordered)
}

/**
 * The value with its keys in order, to be written by the engine, which is fast. It cannot be trusted with odd keys: whole
 * numbers, which objects hold first and by their value, and `__proto__`. Those are told of.
 */
function inOrder(value: unknown, found: { odd: boolean }): unknown {
  if (Array.isArray(value)) return value.map((each) => inOrder(each, found))
  if (typeof value !== 'object' || value === null) return value
  const ordered: Record<string, unknown> = {}
  for (const key of Object.keys(value).sort()) {
    if (isDigit(key.charCodeAt(0)) || key === '__proto__') found.odd = true
    else ordered[key] = inOrder(value[key as keyof typeof value], found)
  }
  return ordered
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57
}

/** The same text, put together here. */
function written(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((each) => (each === undefined ? 'null' : written(each))).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const members: string[] = []
  for (const key of Object.keys(value).sort()) {
    const held: unknown = value[key as keyof typeof value]
    if (held !== undefined) members.push(`${JSON.stringify(key)}:${written(held)}`)
  }
  return `{${members.join(',')}}`
}
