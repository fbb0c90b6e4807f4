import type { Json } from '../../core/content/json.ts'
import type { Part } from '../../core/content/part.ts'
import type { ContextPlan } from '../../core/context-plan.ts'
import type { ReadMessages } from '../read/read-node.ts'

/** The id under which a plan has it. */
export const leadId = 'lead'

/**
 * What a message of a person's says that goes ahead where a model's would come first and did not before: several providers refuse
 * that.
 */
export const leadText = '[What came before is left out.]'

/** Counted twice, for what the message costs besides. */
export const leadContent: readonly Part[] = [{ kind: 'text', text: `${leadText} ${leadText}` }]

/** Whether a plan needs it. `at` says where a node stands, by its id. */
export function needsLead({ nodes }: ReadMessages, { kept }: ContextPlan, at: ReadonlyMap<string, number>): boolean {
  const first = kept.find((entry) => entry.kind === 'marker' || !['system', 'tools'].includes(entry.section))
  const node = first?.kind === 'kept' ? nodes[at.get(first.id) ?? -1] : undefined
  return node?.author === 'model' && nodes[0]?.author !== 'model'
}

/** Whether a plan, as the document that is kept of it, sent it. */
export function hasLead(plan: Json | undefined): boolean {
  const kept = (plan as unknown as ContextPlan | undefined)?.kept ?? []
  return kept.some((entry) => entry.kind === 'kept' && entry.id === leadId)
}
