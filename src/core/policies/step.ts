import type { PolicyStep } from '../context-plan.ts'
import { type Draft, sizeOfDraft } from './draft.ts'

/** The step from one draft to the next. */
export function stepOf(policy: string, before: Draft, after: Draft): PolicyStep {
  let touched = 0
  after.outcomes.forEach((outcome, index) => {
    const was = before.outcomes[index]?.kind === 'left-out'
    const isOut = outcome?.kind === 'left-out'
    const form = outcome?.kind === 'kept' ? outcome.form : after.forms[index]
    const changed = !isOut && form !== formAt(before, index)
    if ((isOut && !was) || changed) touched++
  })
  return { policy, before: sizeOfDraft(before), after: sizeOfDraft(after), touched }
}

function formAt({ outcomes, forms }: Draft, index: number): Draft['forms'][number] | undefined {
  const outcome = outcomes[index]
  return outcome?.kind === 'kept' ? outcome.form : forms[index]
}
