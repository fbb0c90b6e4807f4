/** One call: what was counted in its texts, and what the provider said they take. */
export interface Observation {
  readonly features: readonly number[]
  /** The provider's tokens, less those of the messages themselves. */
  readonly tokens: number
}

/** What was learned of how a model counts. */
export interface Learned {
  /** The id of the measure, which says everything about it. */
  readonly measure: string
  /** The median of |estimate − real| ÷ real over the observations. */
  readonly error: number
}

/** Learns how a model counts from what its provider counted. Pure: the same observations, newest first, give the same measure. */
export interface Calibrator {
  /** What is counted in texts; those of several texts add up. */
  features(texts: Iterable<string>): readonly number[]
  /** The measure with the least error that stays within bounds; null where there is too little to learn from. */
  learn(observations: readonly Observation[]): Learned | null
  /** What a measure would have counted for an observation; null where it is no measure of this calibrator. */
  estimate(measure: string, features: readonly number[]): number | null
}
