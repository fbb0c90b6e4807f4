/** Whether a value from outside is an object with fields. */
export function isRecord(value: unknown): value is { readonly [key: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The text in a field; null where there is none, or an empty one. */
export function textIn(value: unknown, field: string): string | null {
  const text = isRecord(value) && Object.hasOwn(value, field) ? value[field] : undefined
  return typeof text === 'string' && text !== '' ? text : null
}

/** The whole number in a field, none below 0; null where there is none. */
export function countIn(value: unknown, field: string): number | null {
  const count = isRecord(value) && Object.hasOwn(value, field) ? value[field] : undefined
  return typeof count === 'number' && Number.isSafeInteger(count) && count >= 0 ? count : null
}
