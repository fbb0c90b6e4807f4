/** What a source is to the node an edge leads to. */
export type SourceRole = 'primary' | 'context' | 'instruction'

/** One node that an edge comes from. */
export interface EdgeSource {
  readonly node: string
  readonly role: SourceRole
}

/** A continuation is on the paths behind it; what an annotation leads to is a note about the edge's source. */
export type EdgeType = 'continuation' | 'annotation'

/**
 * What leads to a node. Several primary sources are versions of each other. A node that an annotation leads to is a note
 * about the edge's source, and on no path.
 */
export interface Edge {
  readonly id: string
  readonly sources: readonly EdgeSource[]
  readonly target: string
  readonly type: EdgeType
}

/** Which edge, or which of an edge's primary sources, a path takes into a node. */
export interface Selection {
  readonly edge?: string
  readonly source?: string
}

/** The id of the edge of this number into a node, counted from the one that was made with it, 0. */
export function edgeId(target: string, number: number): string {
  return `${target}.${number}`
}

/** The number of an edge into its target; NaN for an id that is none. */
export function edgeNumber(id: string): number {
  return Number(id.slice(id.lastIndexOf('.') + 1))
}
