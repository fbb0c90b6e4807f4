import type { Timing } from '../frame/rounds.ts'

/** What a process of its own is asked to do in a vault that is there. */
export interface Task {
  /** `index`: all links once. `use`: all links again and again, and bundles. */
  readonly kind: 'index' | 'use'
  readonly root: string
  readonly cache: string
}

/** All links of a vault, once. */
export interface Indexed {
  readonly milliseconds: number
  readonly links: number
  readonly resolved: number
}

/** Something done again and again in one process. */
export interface Operation extends Timing {
  readonly name: string
  /** How many notes it brought; 0 where it brings none. */
  readonly notes: number
  readonly target: number
}
