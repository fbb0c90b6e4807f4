import type { Digest } from '../../core/content/digest.ts'
import type { Detour } from '../route.ts'
import type { Edit } from './edit.ts'

/** A part is sent otherwise from the edit's time on. */
export interface EditFact {
  readonly kind: 'edit'
  readonly edit: Edit
}

/** The history between two positions is left out from then on, both included. One that ends before it begins cuts nothing. */
export interface CutFact {
  readonly kind: 'cut'
  readonly at: number
  readonly range: readonly [from: number, to: number]
}

/** The branch ended at this node then; null: nothing had been said. */
export interface HeadFact {
  readonly kind: 'head'
  readonly at: number
  readonly node: string | null
}

/** A moment that can be gone back to by its name, and where the branch ended then. */
export interface CheckpointFact {
  readonly kind: 'checkpoint'
  readonly name: string
  readonly at: number
  readonly head: string | null
}

/** The branch went back to a checkpoint, by its name, or to a time. */
export interface RestoreFact {
  readonly kind: 'restore'
  readonly at: number
  readonly to: string | number
}

/** From then on a summary is sent in place of the nodes from one to another of a path, both included. */
export interface CompactionFact {
  readonly kind: 'compaction'
  readonly at: number
  readonly from: string
  readonly to: string
  /** How many nodes that is. */
  readonly count: number
  /** The path's detours behind the first of them. */
  readonly detours: readonly Detour[]
  /** The node of the summary. */
  readonly summary: string
  /** Content of the files that are sent with it; null where there are none. */
  readonly files: Digest | null
}

/** The nodes that a summary stood for are sent again. */
export interface ExpansionFact {
  readonly kind: 'expansion'
  readonly at: number
  readonly summary: string
}

/** Something that happened on a branch beside its nodes. Facts are only ever added. Times are Unix milliseconds. */
export type BranchFact = EditFact | CutFact | HeadFact | CheckpointFact | RestoreFact | CompactionFact | ExpansionFact

/**
 * Keeps what happened on branches beside their nodes; a part of the store's port. Append-only. A fork begins with the facts that
 * its parent had when it was forked.
 */
export interface BranchFacts {
  /**
   * Adds facts behind those of the branch, and moves its head if one is given: all of it or nothing. Refused with
   * `branch-not-found`, `node-not-found`, `foreign-parent`.
   */
  addFacts(branch: string, facts: readonly BranchFact[], move?: { readonly head: string | null }): Promise<void>
  /** In the order in which they were added; none where there is no such branch. */
  facts(branch: string): Promise<readonly BranchFact[]>
}

/** When it happened. */
export function timeOfFact(fact: BranchFact): number {
  return fact.kind === 'edit' ? fact.edit.at : fact.at
}

/** The time of the newest; undefined where there are none. */
export function newestTime(facts: readonly BranchFact[]): number | undefined {
  let newest: number | undefined
  for (const fact of facts) newest = Math.max(newest ?? Number.NEGATIVE_INFINITY, timeOfFact(fact))
  return newest
}

/** The id of the node that a fact names; null where it names none. */
export function nodeOfFact(fact: BranchFact): string | null {
  switch (fact.kind) {
    case 'edit':
      return fact.edit.node
    case 'head':
      return fact.node
    case 'checkpoint':
      return fact.head
    case 'compaction':
    case 'expansion':
      return fact.summary
    case 'cut':
    case 'restore':
      return null
    default:
      return fact satisfies never
  }
}
