import type { Generated } from 'kysely'

/**
 * The tables, as the numbered migrations leave them. `key` is the integer that rows refer to one another by; ids,
 * short ids and digests (as 32 bytes) are what the world outside sees. Times are Unix milliseconds, flags 0 or 1.
 */
export interface Tables {
  readonly conversations: ConversationTable
  readonly branches: BranchTable
  readonly nodes: NodeTable
  readonly node_keys: { readonly conversation: number; readonly key: string; readonly node: number }
  readonly contents: BlobTable
  readonly documents: BlobTable
  readonly totals: { readonly contents: number; readonly text_bytes: number }
  readonly measures: { readonly key: Generated<number>; readonly id: string }
  readonly counts: { readonly content: number; readonly measure: number; readonly size: number }
  /** The size of everything from the root up to and with a node. A node that has one has an ancestor line that has. */
  readonly sums: { readonly node: number; readonly measure: number; readonly total: number }
  readonly marks: MarkTable
  readonly plans: PlanTable
  readonly agents: { readonly id: string; readonly json: string }
}

export interface ConversationTable {
  readonly key: Generated<number>
  readonly id: string
  readonly short_id: string
  readonly title: string
  readonly mode: string
  readonly system: string | null
  readonly tools: string
  readonly agent: string | null
  readonly branch: string
  readonly settings: string
  readonly origin: string | null
  readonly created_at: number
  readonly updated_at: number
  readonly nodes: number
  readonly root: number | null
}

export interface BranchTable {
  readonly id: string
  readonly conversation: number
  readonly name: string
  readonly parent: string | null
  readonly fork_point: number | null
  readonly head: number | null
  readonly created_at: number
}

export interface NodeTable {
  readonly key: number
  readonly id: string
  readonly conversation: number
  readonly short_id: string
  readonly parent: number | null
  readonly jump: number
  readonly depth: number
  readonly content: number
  /** The index in `authors`. */
  readonly author: number
  readonly author_id: string | null
  readonly hash: Uint8Array
  readonly created_at: number
  readonly atom: number | null
  readonly newest_human: number | null
  readonly empty: number
  readonly unmatched: number
  readonly open_count: number
  /** The open calls as JSON, `[run, [callId, atom, depth], …]`; null when there are none. */
  readonly open_calls: string | null
}

/** JSON by digest. `head` is the digest's first 48 bits: a small index that finds one row, or rarely two. */
export interface BlobTable {
  readonly key: Generated<number>
  readonly head: number
  readonly digest: Uint8Array
  readonly json: string
}

export interface MarkTable {
  readonly revision: Generated<number>
  readonly conversation: number
  readonly depth: number
  readonly node: number
  readonly kind: string
  readonly is_on: number
  readonly at: number
}

export interface PlanTable {
  readonly id: string
  readonly conversation: number
  readonly branch: string
  readonly head: string | null
  readonly inputs: string
  readonly decisions: string
  readonly request: string
  readonly created_at: number
}
