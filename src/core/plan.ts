import { limitOf } from './budget.ts'
import { digestJson } from './content/digest.ts'
import type { ContextPlan } from './context-plan.ts'
import type { PlanInput } from './plan-input.ts'
import { allot } from './policies/allot.ts'
import { arrange } from './policies/arrange.ts'
import { type Draft, startDraft } from './policies/draft.ts'
import { exclude } from './policies/exclude.ts'
import { finish } from './policies/finish.ts'
import { fit } from './policies/fit.ts'
import { lease } from './policies/lease.ts'
import type { Policy } from './policies/policy.ts'
import type { Refusal } from './refusal.ts'
import { InvariantBroken, verify } from './verify.ts'

/** The policies, in order. A new reason to send something or not is a new policy here. */
const policies: readonly Policy[] = [exclude, lease, allot, fit, arrange]

/**
 * Plans one call. Pure, synchronous and total: the same input gives the same plan, byte for byte, and what cannot be
 * planned comes back as a refusal that says by how much. A plan that breaks an invariant is a fault of Heddle's and
 * throws `InvariantBroken`.
 */
export function plan(input: PlanInput): ContextPlan | Refusal {
  let draft: Draft = startDraft(input, limitOf(input.budget))
  for (const policy of policies) {
    const next = policy.apply(draft)
    if (next.kind === 'refusal') return next
    draft = next
  }
  const decided = finish(draft)
  const violations = verify(input, decided)
  if (violations.length > 0) throw new InvariantBroken(violations)
  return { ...decided, id: digestJson(decided) }
}
