/** One curve of a plot: a value for each call, the first call first. A value that is no finite number leaves a gap. */
export interface Series {
  readonly name: string
  readonly values: readonly number[]
}

/** What a plot spans. */
export interface Span {
  /** The calls of the longest series. */
  readonly calls: number
  /** The value at the upper edge, above 0. */
  readonly top: number
  /** The limit where it is to be drawn, else null. */
  readonly limit: number | null
  /** A limit so far above every value that drawing it would flatten them. */
  readonly above: number | null
}

/** A limit of more than so many times the highest value is told, not drawn. */
const farAbove = 4

/** What the series span, with the limit inside unless it is far above. */
export function spanOf(series: readonly Series[], limit: number | null): Span {
  const peak = series.reduce((most, { values }) => values.reduce(higher, most), 0)
  const calls = series.reduce((most, { values }) => Math.max(most, values.length), 0)
  const real = limit !== null && Number.isFinite(limit) ? Math.max(0, limit) : null
  const drawn = real !== null && (peak === 0 || real <= peak * farAbove) ? real : null
  return { calls, top: Math.max(peak, drawn ?? 0) || 1, limit: drawn, above: drawn === null ? real : null }
}

/**
 * The values over so many columns, `calls` of them from edge to edge: a column shows the highest value of the calls
 * that fall into it, so that no peak is lost; with fewer calls than columns a call takes several. Undefined where
 * there is nothing.
 */
export function columnPeaks(values: readonly number[], calls: number, columns: number): (number | undefined)[] {
  return Array.from({ length: columns }, (_, column) => {
    const from = Math.floor((column * calls) / columns)
    const to = Math.max(from + 1, Math.floor(((column + 1) * calls) / columns))
    let most: number | undefined
    for (let call = from; call < to && call < values.length; call++) {
      const value = values[call]
      if (value !== undefined && Number.isFinite(value)) most = Math.max(0, value, most ?? 0)
    }
    return most
  })
}

function higher(most: number, value: number): number {
  return Number.isFinite(value) ? Math.max(most, value) : most
}
