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
  /** `json` holds items and options. */
  readonly bundles: { readonly key: string; readonly name: string; readonly json: string }
  readonly runs: RunTable
  readonly calls: CallTable
  readonly tool_traces: {
    readonly key: Generated<number>
    readonly call: string
    readonly call_id: string
    readonly json: string
  }
  readonly outcomes: OutcomeTable
  readonly reflections: Omit<OutcomeTable, 'id'>
  readonly calibrations: {
    readonly key: Generated<number>
    readonly model: string
    readonly version: number
    readonly json: string
  }
  /** The counter that everything with a revision takes its number from. */
  readonly revisions: { readonly last: number }
  readonly edges: EdgeTable
  readonly sources: SourceTable
  /** Which node a note is about, by either kind of annotation: made with the note, or added. */
  readonly notes: {
    readonly about: number
    readonly note: number
    readonly revision: number
    readonly conversation: number
  }
  /** The selections of a branch. A shared set is copied before it is changed. */
  readonly selection_sets: { readonly key: Generated<number>; readonly shared: number }
  readonly selections: SelectionTable
  /** What goes with branches, by key; the latest holds. */
  readonly branch_states: {
    readonly revision: Generated<number>
    readonly branch: string
    readonly key: string
    readonly json: string
    readonly at: number
  }
  /** What happened on branches, in that order. `node` is the one that the fact names; the rest of it is in its JSON. */
  readonly branch_facts: {
    readonly number: Generated<number>
    readonly branch: string
    readonly node: number | null
    readonly json: string
  }
  readonly prunes: PruneTable
  /** The tops of what a prune covers: all their descendants by parents up to the prune's last key are covered. */
  readonly prune_tops: { readonly conversation: number; readonly node: number; readonly prune: number }
  readonly bookmarks: {
    readonly node: number
    readonly conversation: number
    readonly label: string
    readonly at: number
  }
  readonly tags: { readonly node: number; readonly tag: string; readonly conversation: number }
  readonly visits: { readonly node: number; readonly parent: number | null; readonly at: number }
  /** The full-text index, by the keys of nodes; it holds no texts. */
  readonly texts: { readonly rowid: number; readonly text: string; readonly rank: number; readonly texts: string }
  /** Every node up to this key is in the full-text index. */
  readonly texts_read: { readonly last_key: number }
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
  readonly selection_set: Generated<number | null>
  /** The last revision of branch states when the branch was made: it sees its parent's up to then. */
  readonly state_revision: Generated<number>
  /** The last number of branch facts when the branch was made, in the same way. */
  readonly fact_number: Generated<number>
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
  /** 1: there is nothing to send; 2 or 3: its content is gone, as `tombstone.ts` says. */
  readonly empty: number
  readonly unmatched: number
  readonly open_count: number
  /** The open calls as JSON, `[run, [callId, atom, depth], …]`; null when there are none. */
  readonly open_calls: string | null
  /** 1: the edge that was made with it is an annotation. */
  readonly note: number
  /** The nearest note on the way to the root, itself included: where a path to this node begins if not at the root. */
  readonly base: number | null
  /** How many children its parent had before it that are notes, or are not, as it. */
  readonly ordinal: number
  readonly edited_from: number | null
}

/** Edges that were added to a node, and the annotation that was made with a note. `type` is the index in `edgeTypes`. */
export interface EdgeTable {
  readonly target: number
  readonly number: number
  readonly conversation: number
  readonly type: number
  readonly revision: number
  readonly at: number
}

/**
 * All sources of edges but the parent a node was made with. `role` is the index in `sourceRoles`; the revision is 0 for
 * those that an edge was made with together with its node.
 */
export interface SourceTable {
  readonly conversation: number
  readonly role: number
  readonly target: number
  readonly edge: number
  readonly place: number
  readonly source: number
  readonly revision: number
}

export interface SelectionTable {
  readonly selection_set: number
  readonly target: number
  readonly edge: number | null
  readonly source: number | null
  readonly at: number
}

export interface PruneTable {
  readonly revision: number
  readonly conversation: number
  readonly node: number
  readonly last_key: number
  readonly count: number
  readonly at: number
  readonly restored: number | null
  readonly restored_at: number | null
}

/**
 * JSON by digest. `head` is the digest's first 48 bits: a small index that finds one row, or rarely two. A negative one is
 * a tombstone: the text is gone, as `tombstone.ts` says.
 */
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
  /** Counts the plans of a branch, from 1 on. */
  readonly number: number
}

/** A run; what is in no column is in its JSON, as with all that follow. */
export interface RunTable {
  readonly id: string
  readonly conversation: number
  readonly branch: string
  readonly state: string
  readonly stop_asked: number
  readonly json: string
}

/** A call. `model` is `provider:model`; run, plan and node may not be there. */
export interface CallTable {
  readonly id: string
  readonly conversation: number
  readonly branch: string
  readonly run: string
  readonly plan: string
  readonly model: string
  readonly node: string
  readonly json: string
}

export interface OutcomeTable {
  readonly id: string
  readonly call: string
  readonly plan: string
  readonly conversation: number
  readonly branch: string
  readonly json: string
}
