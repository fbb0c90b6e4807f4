/** How much history a marker stands for: nodes, and their size in the plan's measure. */
export interface Omission {
  readonly omitted: number
  readonly omittedSize: number
}

/** What a marker says at the most. What is charged for a marker is the size of its text with these figures. */
export const largestOmission: Omission = { omitted: 999_999_999, omittedSize: 999_999_999_999 }

/**
 * What stands where history is missing: one line that says how much. The words are always the same and the figures never
 * go beyond `largestOmission`, so that no marker is longer than that one.
 */
export function markerText({ omitted, omittedSize }: Omission): string {
  const nodes = Math.min(omitted, largestOmission.omitted)
  const size = Math.min(Math.ceil(omittedSize), largestOmission.omittedSize)
  return `[Part of this conversation is left out here. Nodes: ${nodes}. Size: ${size}.]`
}
