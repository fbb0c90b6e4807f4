import type { Measure } from '../../core/content/measure.ts'
import type { ModelFacts } from '../../models/model-facts.ts'
import type { ReadMessages } from '../read/read-node.ts'
import type { PlannedMessages } from './plan-messages.ts'

/**
 * What a person's message says that goes ahead where a model's would come first and did not before: several providers refuse that.
 * It is in no plan, so room is kept for it.
 */
export const leadText = '[What came before is left out.]'

/** What it costs. */
export function leadSize(measure: Measure, { messageOverhead }: Pick<ModelFacts, 'messageOverhead'>): number {
  return measure.count(leadText) + messageOverhead
}

/** Whether a plan needs it. */
export function needsLead({ nodes }: ReadMessages, { plan, said }: PlannedMessages): boolean {
  const first = plan.kept.find((entry) => entry.kind === 'marker' || !['system', 'tools'].includes(entry.section))
  const node = first?.kind === 'kept' ? nodes[said.get(first.id)?.at ?? -1] : undefined
  return node?.author === 'model' && nodes[0]?.author !== 'model'
}
