/** How far a run got. `interrupted`: the process that ran it is gone. */
export type RunState = 'queued' | 'running' | 'done' | 'failed' | 'stopped' | 'interrupted'

/** One turn being made on a branch: from a message until control returns. It advances its branch and no other. */
export interface Run {
  /** A ULID. */
  readonly id: string
  readonly conversation: string
  readonly branch: string
  /** `provider:model`. */
  readonly model: string
  /** The settings it was started with: a document. */
  readonly settings: string
  /** Higher goes first. */
  readonly priority: number
  readonly state: RunState
  /** The process that runs it, in its own words; null before one does. */
  readonly owner: string | null
  readonly queuedAt: number
  readonly startedAt: number | null
  readonly endedAt: number | null
  /** How often it was begun. */
  readonly attempts: number
  /** Somebody wants it to stop. */
  readonly stopAsked: boolean
  readonly error: { readonly code: string; readonly message: string } | null
}
