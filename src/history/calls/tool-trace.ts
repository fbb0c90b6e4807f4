import type { Digest } from '../../core/content/digest.ts'
import type { Json } from '../../core/content/json.ts'

/** What a tool changed in one file. */
export interface FileChange {
  /** Relative to the workspace, with forward slashes. */
  readonly path: string
  /** The digest of the text before; null where there was no file. */
  readonly before: Digest | null
  /** Null where there is no file any more. */
  readonly after: Digest | null
  /** A unified diff, cut where it is very long. */
  readonly diff: string
}

/** Who let a tool run, or did not. */
export type Permitted = 'allowed' | 'approved' | 'refused' | 'denied' | 'not-asked'

/** One run of a tool, as part of the call that asked for it. */
export interface ToolTrace {
  readonly call: string
  readonly callId: string
  readonly name: string
  readonly input: Json
  /** `allowed` and `denied` by setting; `approved` and `refused` by a person; `not-asked`: a call that could not be run. */
  readonly permitted: Permitted
  /** The digest of the result's content, and how many characters it has. */
  readonly result: Digest | null
  readonly size: number
  readonly startedAt: number
  readonly endedAt: number
  /** Why it failed, for people; null where it did not. */
  readonly error: string | null
  /** Of a command; null where there is none, or it was killed. */
  readonly exitCode: number | null
  readonly changes: readonly FileChange[]
}
