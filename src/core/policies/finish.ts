import { type SectionAccount, sharing } from '../budget.ts'
import { fullSize } from '../candidate.ts'
import type { Kept, LeftOut, Marker, Outcome, Span } from '../decision.ts'
import type { Section } from '../form.ts'
import type { LeftOutReason } from '../reason.ts'
import type { ContextPlan } from '../context-plan.ts'
import type { Draft, Placed } from './draft.ts'

/** Turns a draft on which everything is decided into the plan, but for its id. */
export function finish(draft: Draft): Omit<ContextPlan, 'id'> {
  const { input, limit } = draft
  const kept = keptOf(draft)
  const used = kept.reduce((sum, entry) => sum + entry.size, 0)
  return {
    kind: 'plan',
    measure: input.measure,
    budget: { ...input.budget, limit, used, sections: accounts(draft, kept) },
    kept,
    leftOut: [...singlesOf(draft), ...spansOf(draft, limit - used)],
    truncation: draft.truncation,
    ...(input.source === undefined ? {} : { source: input.source }),
  }
}

function keptOf(draft: Draft): (Kept | Marker)[] {
  const markers = new Map(draft.markers.map((marker) => [marker.before, marker]))
  const size = draft.input.settings.markerSize
  return draft.order.flatMap((index): (Kept | Marker)[] => {
    const marker = markers.get(index)
    const entry = keptAt(draft, index)
    if (!marker) return [entry]
    return [{ kind: 'marker', omitted: marker.omitted, omittedSize: marker.omittedSize, size }, entry]
  })
}

function keptAt(draft: Draft, index: number): Kept {
  const { id, section, author } = draft.input.candidates[index] as Placed['candidate']
  const { form, reason } = draft.outcomes[index] as Outcome & { kind: 'kept' }
  return {
    kind: 'kept',
    id,
    section,
    ...(author === undefined ? {} : { author }),
    form: form.kind,
    size: form.size,
    ...(form.content === undefined ? {} : { content: form.content }),
    ...(form.pointsTo === undefined ? {} : { pointsTo: form.pointsTo }),
    reason,
  }
}

/** Whether a left-out candidate is told as part of a span. */
function isInSpan({ candidate }: Placed, outcome: Outcome): boolean {
  if (outcome.kind === 'kept') return false
  return candidate.stretch !== undefined || (candidate.section === 'history' && outcome.reason.kind === 'over-budget')
}

function singlesOf(draft: Draft): LeftOut[] {
  return draft.input.candidates.flatMap((candidate, index): LeftOut[] => {
    const outcome = draft.outcomes[index]
    if (outcome?.kind !== 'left-out' || isInSpan({ index, candidate }, outcome)) return []
    return [{ kind: 'left-out', id: candidate.id, section: candidate.section, size: fullSize(candidate), reason: outcome.reason }]
  })
}

/** What is left out between two nodes that are kept is one span for each reason. */
function spansOf(draft: Draft, free: number): Span[] {
  const spans: Span[] = []
  const open = new Map<LeftOutReason['kind'], Span>()
  const close = (): void => {
    for (const span of open.values()) spans.push({ ...span, reason: withShortage(span, free) })
    open.clear()
  }
  draft.input.candidates.forEach((candidate, index) => {
    const outcome = draft.outcomes[index]
    if (candidate.section !== 'history' || outcome === undefined) return
    if (outcome.kind === 'kept') return close()
    if (!isInSpan({ index, candidate }, outcome)) return
    const { from, to, count } = candidate.stretch ?? { from: candidate.id, to: candidate.id, count: 1 }
    const size = fullSize(candidate)
    const before = open.get(outcome.reason.kind) ?? { kind: 'span', section: 'history', from, to, count: 0, size: 0, reason: outcome.reason }
    open.set(outcome.reason.kind, { ...before, to, count: before.count + count, size: before.size + size })
  })
  close()
  return spans
}

function withShortage({ reason, size }: Span, free: number): LeftOutReason {
  return reason.kind === 'over-budget' ? { kind: 'over-budget', shortBy: Math.max(0, size - free) } : reason
}

function accounts(draft: Draft, kept: readonly (Kept | Marker)[]): SectionAccount[] {
  const used = new Map<Section, { used: number; items: number }>()
  for (const entry of kept) {
    const section = entry.kind === 'marker' ? 'history' : entry.section
    const line = used.get(section) ?? { used: 0, items: 0 }
    used.set(section, { used: line.used + entry.size, items: line.items + (entry.kind === 'marker' ? 0 : 1) })
  }
  const sections: readonly Section[] = ['tools', 'system', 'input', ...sharing]
  return sections.flatMap((section) => {
    const line = used.get(section) ?? { used: 0, items: 0 }
    const allotted = section === 'tools' || section === 'system' || section === 'input' ? line.used : (draft.allotted[section] ?? 0)
    return line.items === 0 && allotted === 0 ? [] : [{ section, allotted, ...line }]
  })
}
