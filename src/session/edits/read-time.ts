/**
 * A time that a person wrote, in Unix milliseconds: as that number, or in ISO 8601, where local time is meant if no zone is named.
 * Undefined where it is no time.
 */
export function readTime(text: string): number | undefined {
  const trimmed = text.trim()
  if (/^\d{1,16}$/.test(trimmed)) return Number(trimmed)
  if (!/^\d{4}-\d\d-\d\d([T ]\d\d:\d\d(:\d\d([.,]\d{1,9})?)?(Z|[+-]\d\d:?\d\d)?)?$/i.test(trimmed)) return undefined
  const whole = trimmed.length === 10 ? `${trimmed}T00:00` : trimmed.replace(' ', 'T').replace(',', '.')
  const time = Date.parse(whole.toUpperCase())
  return Number.isNaN(time) ? undefined : time
}
