/** The totals that a program prints. NaN where it prints none. */
export interface Totals {
  readonly files: number
  readonly tokens: number
}

/** The last number before each word; digits may be grouped by commas. Tokens may be called by their encoding. */
export function totalsIn(said: string): Totals {
  return { files: lastNumber(said, 'files?'), tokens: lastNumber(said, '(?:tokens|o200k_base)') }
}

function lastNumber(said: string, pattern: string): number {
  const found = [...said.matchAll(new RegExp(`([\\d,]*\\d) ${pattern}\\b`, 'g'))].at(-1)?.[1]
  return found === undefined ? Number.NaN : Number(found.replaceAll(',', ''))
}
