import type { ContextPlan } from '../../../core/context-plan.ts'
import type { FileOutcome } from '../pack-report.ts'
import type { OfferedFile } from './surveyed-file.ts'

/** What the plan decided for each file, in the order in which they were offered. */
export function outcomesOf(plan: ContextPlan, offered: readonly OfferedFile[]): FileOutcome[] {
  const kept = new Map(plan.kept.flatMap((entry) => (entry.kind === 'kept' ? [[entry.id, entry] as const] : [])))
  const reasons = new Map(
    plan.leftOut.flatMap((entry) => (entry.kind === 'left-out' ? [[entry.id, entry.reason] as const] : [])),
  )
  return offered.map(({ path, form: whole, bytes, repaired, smaller }) => {
    const entry = kept.get(path)
    if (!entry) {
      const reason = reasons.get(path)
      return { kind: 'left-out', path, why: 'over-budget', bytes, ...(reason ? { reason } : {}) }
    }
    const form = entry.form === 'excerpt' || entry.form === 'card' ? entry.form : whole
    const { size, reason } = entry
    const ranges = smaller.find(({ content }) => content === entry.content)?.ranges
    const held = { ...(ranges ? { ranges } : {}), ...(repaired === undefined ? {} : { repaired }) }
    return { kind: 'packed', path, form, size, bytes, reason, ...held }
  })
}
