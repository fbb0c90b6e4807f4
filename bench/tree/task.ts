import type { Timing } from '../frame/rounds.ts'

/** What a process of its own is asked to measure. */
export interface Task {
  readonly kind: 'fill' | 'use'
  readonly nodes: number
  readonly folder: string
}

/** What storing a tree came to. The making of the texts is not in the time; the siblings are written after it. */
export interface Filled {
  readonly imported: number
  readonly milliseconds: number
  readonly branches: number
  readonly storeBytes: number
  readonly textBytes: number
}

/** What a person does in a tree, and how long it takes. */
export interface Operation extends Timing {
  readonly name: string
  /** The issue names a target for it. */
  readonly isNamed: boolean
}

/** What using a filled tree came to. */
export interface Used {
  readonly operations: readonly Operation[]
}
