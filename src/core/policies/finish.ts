import { type SectionAccount, sharing } from '../budget.ts'
import { fullSize } from '../candidate.ts'
import type { Kept, LeftOut, Marker, Outcome, Span } from '../decision.ts'
import type { Section } from '../form.ts'
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

/** Neighbours with one reason are one span; what is left out for a reason of its own does not part them. */
function spansOf(draft: Draft, free: number): Span[] {
  const spans: Span[] = []
  let open: { from: string; to: string; count: number; size: number; reason: Span['reason'] } | undefined
  const close = (): void => {
    if (!open) return
    const reason: Span['reason'] =
      open.reason.kind === 'over-budget' ? { kind: 'over-budget', shortBy: Math.max(0, open.size - free) } : open.reason
    spans.push({ kind: 'span', section: 'history', ...open, reason })
    open = undefined
  }
  draft.input.candidates.forEach((candidate, index) => {
    const outcome = draft.outcomes[index]
    if (candidate.section !== 'history' || outcome === undefined) return
    if (outcome.kind === 'kept') return close()
    if (!isInSpan({ index, candidate }, outcome)) return
    if (open && open.reason.kind !== outcome.reason.kind) close()
    open ??= { from: candidate.id, to: candidate.id, count: 0, size: 0, reason: outcome.reason }
    open.to = candidate.stretch?.to ?? candidate.id
    open.count += candidate.stretch?.count ?? 1
    open.size += fullSize(candidate)
  })
  close()
  return spans
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
