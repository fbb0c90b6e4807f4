import type { CachePrices } from '../../core/cache/predecessor.ts'
import { prefixOf } from '../../core/cache/prefix.ts'
import type { ContextPlan } from '../../core/context-plan.ts'
import type { Expectation } from '../../core/files/old-text.ts'
import { changesIn, leftOutIn, noTally, repeatsIn, shortenedIn, type Tally } from '../../core/metrics/changes.ts'
import type { Moment } from '../../core/plan-input.ts'
import type { Refusal } from '../../core/refusal.ts'
import type { AnthropicMessage, AnthropicText, AnthropicTool } from '../../core/render/targets/anthropic-request.ts'

/** A request as Anthropic takes it, and what the recorded answer's edits needed to have seen. */
export interface SimulatedRequest {
  readonly tools: readonly AnthropicTool[]
  readonly system: string | readonly AnthropicText[]
  readonly messages: readonly AnthropicMessage[]
  readonly expects: readonly Expectation[]
}

interface AnyCall {
  /** Counted from 0. */
  readonly index: number
  /** The recorded answer. */
  readonly node: string
  /** What the input could take, in the plan's measure, like all sizes. */
  readonly limit: number
}

/** A call as it would have been sent. */
export interface SentCall extends AnyCall {
  readonly kind: 'sent'
  readonly used: number
  /** Whether what was sent before could change, and why. */
  readonly moment: Moment
  /** How much, from the beginning, was sent as it was in the call before. */
  readonly shared: number
  /** What of that the provider has in its cache: nothing of a prefix that is too short for it, or where it caches nothing. */
  readonly cached: number
  /** What the input costs, in input tokens; null where the provider's prices are not known. */
  readonly cost: number | null
  /** Parts that are not sent again because they stand further on, and what that saves. */
  readonly repeats: Tally
  /** Outputs that are sent as an excerpt, and what that saves. */
  readonly shortened: Tally
  /** Nodes that this call is the first to leave out because they do not fit. */
  readonly lost: Tally
  /** Nodes that this call is the first to send a summary of. */
  readonly summarised: Tally
  /** Files in work that the call carries. */
  readonly files: Tally
  /** Only where it was asked for. */
  readonly request?: SimulatedRequest
}

/** A call that could not be planned; those behind it go on from the one before. */
export interface RefusedCall extends AnyCall {
  readonly kind: 'refused'
  readonly refusal: Refusal
}

/** One call of a conversation that is replayed. */
export type SimulatedCall = SentCall | RefusedCall

/** What a plan comes to; `before` is the one before it, `prices` are the provider's. */
export function figuresOf(
  plan: ContextPlan,
  before: ContextPlan | undefined,
  prices: CachePrices | null,
): Omit<SentCall, keyof AnyCall | 'kind' | 'request'> {
  const changes = changesIn(plan)
  const first = { plan: '', kept: [], cold: false, prices }
  const { shared, cost } = plan.prefix ?? prefixOf(first, plan.kept, plan.moment)
  return {
    used: plan.budget.used,
    moment: plan.moment,
    shared,
    cached: prices && shared >= prices.minimum ? shared : 0,
    cost,
    repeats: repeatsIn(changes),
    shortened: shortenedIn(changes),
    lost: newlyLeftOut(plan, before, 'over-budget'),
    summarised: newlyLeftOut(plan, before, 'summarised'),
    files: filesIn(plan),
  }
}

function newlyLeftOut(
  plan: ContextPlan,
  before: ContextPlan | undefined,
  reason: Parameters<typeof leftOutIn>[1],
): Tally {
  const [is, was] = [leftOutIn(plan, reason), before ? leftOutIn(before, reason) : noTally]
  return { count: Math.max(0, is.count - was.count), size: Math.max(0, is.size - was.size) }
}

function filesIn({ budget }: ContextPlan): Tally {
  const account = budget.sections.find(({ section }) => section === 'files')
  return account ? { count: account.items, size: account.used } : { count: 0, size: 0 }
}
