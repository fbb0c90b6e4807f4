import {
  type AuthorType,
  type Bar,
  type Candidate,
  isEmpty,
  type Measure,
  type Part,
  sizeOfParts,
} from '../../src/index.ts'

/** A node as the assembly cases give it. */
export interface GivenNode {
  readonly id: string
  readonly authorType?: AuthorType
  readonly text?: string
  readonly parts?: readonly Part[]
  readonly excluded?: boolean
  readonly pruned?: boolean
  readonly reachedBy?: string
  readonly context?: readonly GivenNode[]
}

/** A given path as candidates, and the contents they name: each node's parts under its id. */
export function pathCandidates(
  path: readonly GivenNode[],
  measure: Measure,
  named: readonly string[] = [],
): { candidates: Candidate[]; contents: Map<string, readonly Part[]> } {
  const contents = new Map<string, readonly Part[]>()
  const candidates = path.flatMap((node) =>
    [...(node.context ?? []), node].map((each): Candidate => {
      const parts = partsOf(each)
      contents.set(each.id, parts)
      const bar = barOf(each, named)
      return {
        id: each.id,
        section: 'history',
        author: node.authorType ?? 'human',
        forms: [{ kind: 'full', size: sizeOfParts(parts, measure), content: each.id }],
        ...(bar === undefined ? {} : { bar }),
      }
    }),
  )
  return { candidates, contents }
}

/** The content of a given node. */
export function partsOf(node: GivenNode): readonly Part[] {
  return node.parts ?? [{ kind: 'text', text: node.text ?? '' }]
}

/** What bars a given node. */
export function barOf(node: GivenNode, named: readonly string[] = []): Bar | undefined {
  if (node.excluded) return 'excluded'
  if (node.pruned) return 'pruned'
  if (node.reachedBy === 'annotation' && !named.includes(node.id)) return 'annotation'
  return isEmpty(partsOf(node)) ? 'empty' : undefined
}
