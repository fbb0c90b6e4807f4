import type { SessionEvent } from '../../telemetry/event.ts'
import { safeJson } from './sanitize.ts'

/** An event as one line of JSON. Of a plan it has the id and the account: `heddle explain ID` has the rest. */
export function eventLine(event: SessionEvent): string {
  return `${safeJson(event.kind === 'plan-end' ? { ...event, plan: planOf(event) } : event, 0)}\n`
}

function planOf({ plan }: Extract<SessionEvent, { kind: 'plan-end' }>): object {
  const { id, measure, budget, truncation, kept, leftOut, prefix } = plan
  return { id, measure, budget, truncation, kept: kept.length, leftOut: leftOut.length, prefix: prefix ?? null }
}
