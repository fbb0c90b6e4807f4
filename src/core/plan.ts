import { limitOf } from './budget.ts'
import { prefixOf } from './cache/prefix.ts'
import { digestJson } from './content/digest.ts'
import type { ContextPlan, PolicyStep } from './context-plan.ts'
import type { Moment, PlanInput } from './plan-input.ts'
import { allot } from './policies/allot.ts'
import { arrange } from './policies/arrange.ts'
import { type Draft, startDraft } from './policies/draft.ts'
import { edit } from './policies/edit.ts'
import { exclude } from './policies/exclude.ts'
import { finish } from './policies/finish.ts'
import { fit } from './policies/fit.ts'
import { lease } from './policies/lease.ts'
import { momentOf } from './policies/moment.ts'
import { output } from './policies/output.ts'
import type { Policy } from './policies/policy.ts'
import { repeat } from './policies/repeat.ts'
import { stepOf } from './policies/step.ts'
import type { Refusal } from './refusal.ts'
import { InvariantBroken, verify } from './verify.ts'

/** The policies, in order. A new reason to send something or not is a new policy here. */
const policies: readonly Policy[] = [exclude, lease, edit, repeat, output, allot, fit, arrange]

/** The policies that make smaller what is there, before anything has to go. */
const optimising: readonly Policy[] = [exclude, lease, edit, repeat, output]

/**
 * Plans one call. Pure, synchronous and total: the same input gives the same plan, byte for byte, and what cannot be
 * planned comes back as a refusal that says by how much. A plan that breaks an invariant is a fault of Heddle's and
 * throws `InvariantBroken`.
 */
export function plan(input: PlanInput): ContextPlan | Refusal {
  let draft: Draft = startDraft(input, limitOf(input.budget))
  const steps: PolicyStep[] = []
  for (const policy of policies) {
    const next = policy.apply(draft)
    if (next.kind === 'refusal') return next
    steps.push(stepOf(policy.name, draft, next))
    draft = next
  }
  const decided = { ...finish(draft), moment: draft.moment, policies: steps }
  const violations = verify(input, decided)
  if (violations.length > 0) throw new InvariantBroken(violations)
  const told = input.previous ? { ...decided, prefix: prefixOf(input.previous, decided.kept, draft.moment) } : decided
  return { ...told, id: digestJson(told) }
}

/** A plan in the making, behind one policy. */
export interface PolicyDraft {
  readonly policy: string
  readonly draft: Draft
}

/** What planning goes through: the plan in the making behind each policy, up to the one that refuses. */
export function draftsOf(input: PlanInput): { readonly start: Draft; readonly behind: readonly PolicyDraft[] } {
  const start = startDraft(input, limitOf(input.budget))
  const behind: PolicyDraft[] = []
  for (const policy of policies) {
    const draft = policy.apply(behind.at(-1)?.draft ?? start)
    if (draft.kind === 'refusal') break
    behind.push({ policy: policy.name, draft })
  }
  return { start, behind }
}

/** Whether what was sent before may change now, before anything smaller is offered. */
export function momentFor(input: PlanInput): Moment {
  const draft = [exclude, lease, edit].reduce<Draft | Refusal>(
    (before, policy) => (before.kind === 'refusal' ? before : policy.apply(before)),
    startDraft(input, limitOf(input.budget)),
  )
  return draft.kind === 'refusal' ? 'none' : momentOf(draft)
}

/** The draft as it is before anything has to go; a refusal where it comes to that. */
export function optimise(input: PlanInput): Draft | Refusal {
  let draft: Draft = startDraft(input, limitOf(input.budget))
  for (const policy of optimising) {
    const next = policy.apply(draft)
    if (next.kind === 'refusal') return next
    draft = next
  }
  return draft
}
