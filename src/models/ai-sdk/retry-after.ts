/** The longest wait that is believed: a day, in milliseconds. */
const longest = 86_400_000

/**
 * How long a provider asks to wait, in milliseconds: `retry-after-ms`, else `retry-after` in seconds or as a date, of which
 * `now` is taken. Null where it asks nothing that can be read.
 */
export function retryAfterOf(headers: { readonly [name: string]: unknown }, now: number): number | null {
  const milliseconds = numberIn(headers['retry-after-ms'])
  if (milliseconds !== null) return Math.min(longest, Math.ceil(milliseconds))
  const value = headers['retry-after']
  const seconds = numberIn(value)
  if (seconds !== null) return Math.min(longest, Math.ceil(seconds * 1000))
  const date = typeof value === 'string' ? Date.parse(value) : Number.NaN
  return Number.isNaN(date) ? null : Math.min(longest, Math.max(0, date - now))
}

function numberIn(value: unknown): number | null {
  return typeof value === 'string' && /^\s*\d+(\.\d+)?\s*$/.test(value) ? Number(value) : null
}
