import type { SessionEvent } from '../../telemetry/event.ts'
import { safeJson } from './sanitize.ts'

/** An event as one line of JSON. Of a plan it has the id and the account: `heddle explain ID` has the rest. The prompt is left out: `heddle render` has it. */
export function eventLine(event: SessionEvent): string {
  return `${safeJson(shown(event), 0)}\n`
}

function shown(event: SessionEvent): object {
  if (event.kind === 'plan-end') return { ...event, plan: planOf(event) }
  if (event.kind !== 'call-start') return event
  const { prompt: _, ...others } = event
  return others
}

function planOf({ plan }: Extract<SessionEvent, { kind: 'plan-end' }>): object {
  const { id, measure, budget, truncation, kept, leftOut, prefix } = plan
  return { id, measure, budget, truncation, kept: kept.length, leftOut: leftOut.length, prefix: prefix ?? null }
}
