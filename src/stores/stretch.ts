/** A stretch of a list of nodes in the order in which they were written: behind one, before one, so many at the most. */
export interface Stretch {
  readonly after?: string
  /** Without `after`, the last ones before it. */
  readonly before?: string
  readonly limit: number
}
