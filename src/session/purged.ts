import type { ContextPlan } from '../core/context-plan.ts'
import { HeddleError } from '../core/errors.ts'
import type { Store, StoredPlan } from '../stores/store.ts'

/** What a plan was made from, or the plan itself, has been purged: there is nothing to show or to plan again. */
class PlanPurged extends HeddleError {
  readonly planId: string
  constructor(planId: string) {
    super(
      'purged',
      `Plan ${planId.slice(0, 12)} is purged: something it was made from was taken out of the store for good, and the plan with it. Make a new one with: heddle plan`,
    )
    this.planId = planId
  }
}

/** Throws `PlanPurged` where a stored plan's inputs or decisions went when something it was made from was purged. */
export async function refusePurged(store: Store, { id, inputs, decisions }: StoredPlan): Promise<void> {
  if ((await store.purged([inputs, decisions])).size > 0) throw new PlanPurged(id)
}

/** Whether any of the nodes that plans name, kept or left out, has been purged. */
export async function namesPurged(store: Store, plans: readonly (ContextPlan | undefined)[]): Promise<boolean> {
  for (const id of new Set(plans.flatMap((plan) => (plan === undefined ? [] : idsIn(plan)))))
    if ((await store.node(id))?.gone === 'purged') return true
  return false
}

function idsIn({ kept, leftOut }: ContextPlan): string[] {
  const sent = kept.flatMap((entry) => (entry.kind === 'kept' ? [entry.id] : []))
  return [...sent, ...leftOut.flatMap((entry) => (entry.kind === 'span' ? [entry.from, entry.to] : [entry.id]))]
}
