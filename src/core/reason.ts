/** Why a candidate is in the plan. */
export type KeptReason =
  /** Tools, system text and sticky pins always go. */
  | { readonly kind: 'required' }
  /** The newest node a person wrote, or of an atom that stands around it. */
  | { readonly kind: 'newest-input' }
  /** The last atom of the path. */
  | { readonly kind: 'last-atom' }
  /** Shortened to fit, because it may not be left out; by how much. */
  | { readonly kind: 'shortened'; readonly by: number }
  /** Everything of its section fits. */
  | { readonly kind: 'fits' }
  /** One of the most recent nodes that the strategy keeps. */
  | { readonly kind: 'recent' }
  /** From the beginning of the conversation, which the strategy fills up. */
  | { readonly kind: 'beginning' }
  /** Among the newest that fit. */
  | { readonly kind: 'window' }
  /** A file that the session works on, whose newest state a cut would have taken away; the node that shows it. */
  | { readonly kind: 'in-work'; readonly from: string }
  /** Chosen by rank, 1 for the best. */
  | { readonly kind: 'ranked'; readonly rank: number }
  /** Full would not have fitted; short by how much. */
  | { readonly kind: 'smaller-form'; readonly rank: number; readonly shortBy: number }

/** Why a candidate is not in the plan. */
export type LeftOutReason =
  | { readonly kind: 'excluded' }
  | { readonly kind: 'pruned' }
  | { readonly kind: 'annotation' }
  | { readonly kind: 'secret' }
  | { readonly kind: 'empty' }
  | { readonly kind: 'system-off' }
  | { readonly kind: 'unmatched-result' }
  | { readonly kind: 'lease-expired' }
  /** What a bundle names could not be read. */
  | { readonly kind: 'missing' }
  /** The bundle it belongs to has a limit of its own, and it did not fit. */
  | { readonly kind: 'over-own-limit' }
  /** A summary is sent in its place; which. */
  | { readonly kind: 'summarised'; readonly in: string }
  /** No form fitted; the smallest was short by this much. */
  | { readonly kind: 'over-budget'; readonly shortBy: number }

/** Why a candidate is in or out. A closed union: a new reason is a new member here. */
export type Reason = KeptReason | LeftOutReason
