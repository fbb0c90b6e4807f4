import type { ContextPlan } from '../../../core/context-plan.ts'
import type { Engine } from '../../engine.ts'

const key = 'cut-told'

/** Whether a plan sends less of the history than there is: nodes are left out for want of room, shortened, or sent as a summary. */
function cutsHistory({ truncation, kept }: ContextPlan): boolean {
  if (truncation.truncated) return true
  return kept.some(
    (entry) =>
      entry.kind === 'kept' &&
      (entry.section === 'summary' || (entry.section === 'history' && entry.reason.kind === 'shortened')),
  )
}

/** Whether a plan is the first of its branch, and of those it was forked from, that cuts history. Asked once, it is remembered. */
export async function isFirstCut({ store, now }: Engine, branch: string, plan: ContextPlan): Promise<boolean> {
  if (!cutsHistory(plan) || (await store.branchState(branch, key)) === true) return false
  await store.setBranchState(branch, key, true, now())
  return true
}
