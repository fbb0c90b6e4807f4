/** A candidate by its id and size. */
export interface Item {
  readonly id: string
  readonly size: number
}

interface RefusalBase {
  readonly kind: 'refusal'
  readonly limit: number
}

/** Why nothing can be sent. Sizes are in the plan's measure. */
export type Refusal =
  /** There is no message to send. */
  | (RefusalBase & { readonly code: 'nothing-to-send' })
  /** The system text (with the tools, where it fits without them) is over the limit by itself. */
  | (RefusalBase & { readonly code: 'system-over-limit'; readonly overBy: number })
  /** What may never be left out is over the limit: the newest input and the last atom, behind the fixed sections. */
  | (RefusalBase & { readonly code: 'newest-over-limit'; readonly overBy: number })
  /** The strategy `stopAtLimit`: everything together is over the limit. The largest items first. */
  | (RefusalBase & { readonly code: 'over-limit'; readonly overBy: number; readonly largest: readonly Item[] })

/** What a person is told, in one or two sentences: what is wrong, and what to do. */
export function describeRefusal(refusal: Refusal): string {
  switch (refusal.code) {
    case 'nothing-to-send':
      return 'There is nothing to send: every node is empty or left out. Say something, or include a node again.'
    case 'system-over-limit':
      return `The system text and the tools are over the limit of ${refusal.limit} by ${refusal.overBy}, and neither is ever cut. Shorten them, or raise the budget.`
    case 'newest-over-limit':
      return `The newest input (what was said last, or the last calls with their results) does not fit: it is over the limit of ${refusal.limit} by ${refusal.overBy}. Shorten it, or raise the budget.`
    case 'over-limit':
      return `Everything together is over the limit of ${refusal.limit} by ${refusal.overBy}, and the strategy stopAtLimit leaves nothing out. Exclude something (largest: ${refusal.largest
        .slice(0, 3)
        .map((item) => `${item.id} with ${item.size}`)
        .join(', ')}), choose another strategy, or raise the budget.`
    default:
      return refusal satisfies never
  }
}
