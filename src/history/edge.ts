/** What a source is to the node an edge leads to. */
export type SourceRole = 'primary' | 'context' | 'instruction'

/** One node that an edge comes from. */
export interface EdgeSource {
  readonly node: string
  readonly role: SourceRole
}

/**
 * What leads to a node. Several primary sources are versions of each other. A node that an annotation leads to is a note
 * about the edge's source, and on no path.
 */
export interface Edge {
  readonly id: string
  readonly sources: readonly EdgeSource[]
  readonly target: string
  readonly type: 'continuation' | 'annotation'
}

/** Which edge, or which of an edge's primary sources, a path takes into a node. */
export interface Selection {
  readonly edge?: string
  readonly source?: string
}
