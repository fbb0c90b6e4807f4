import { type SectionAccount, type SharingSection, sharing } from '../budget.ts'
import { type Candidate, fullSize } from '../candidate.ts'
import type { ContextPlan } from '../context-plan.ts'
import type { Kept, LeftOut, Marker, Outcome, Span } from '../decision.ts'
import type { Section } from '../form.ts'
import type { KeptReason, LeftOutReason } from '../reason.ts'
import type { Draft } from './draft.ts'

/** Turns a draft on which everything is decided into the plan, but for its id. */
export function finish(draft: Draft): Omit<ContextPlan, 'id' | 'moment' | 'policies'> {
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
    ...(input.book === undefined ? {} : { book: input.book }),
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
  const { id, section, author } = draft.input.candidates[index] as Candidate
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
    ...(form.changed === undefined ? {} : { changed: form.changed }),
    reason,
  }
}

/** Whether a left-out candidate is told as part of a span. */
function isInSpan({ stretch, section }: Candidate, reason: LeftOutReason): boolean {
  return stretch !== undefined || (section === 'history' && reason.kind === 'over-budget')
}

function singlesOf(draft: Draft): LeftOut[] {
  return draft.input.candidates.flatMap((candidate, index): LeftOut[] => {
    const outcome = draft.outcomes[index]
    if (outcome?.kind !== 'left-out' || isInSpan(candidate, outcome.reason)) return []
    return [
      {
        kind: 'left-out',
        id: candidate.id,
        section: candidate.section,
        size: fullSize(candidate),
        reason: outcome.reason,
      },
    ]
  })
}

/** What is left out between two nodes that are kept is one span for each reason; what a summary stands for is one of its own. */
function spansOf(draft: Draft, free: number): Span[] {
  const spans: Span[] = []
  const open = new Map<LeftOutReason['kind'], Span>()
  const close = (): void => {
    for (const span of open.values()) spans.push({ ...span, reason: withShortage(span, free) })
    open.clear()
  }
  for (const [index, candidate] of draft.input.candidates.entries()) {
    const outcome = draft.outcomes[index]
    if (candidate.section !== 'history' || outcome === undefined) continue
    if (outcome.kind === 'kept' || outcome.reason.kind === 'summarised') close()
    if (outcome.kind === 'kept' || !isInSpan(candidate, outcome.reason)) continue
    const { from, to, count } = candidate.stretch ?? { from: candidate.id, to: candidate.id, count: 1 }
    const size = fullSize(candidate)
    const before = open.get(outcome.reason.kind) ?? {
      kind: 'span',
      section: 'history',
      from,
      to,
      count: 0,
      size: 0,
      reason: outcome.reason,
    }
    open.set(outcome.reason.kind, { ...before, to, count: before.count + count, size: before.size + size })
    if (outcome.reason.kind === 'summarised') close()
  }
  close()
  return spans
}

function withShortage({ reason, size }: Span, free: number): LeftOutReason {
  return reason.kind === 'over-budget' ? { kind: 'over-budget', shortBy: Math.max(0, size - free) } : reason
}

/** What a section may take is what it was allotted, what it holds by right, and what flowed on to it. */
function accounts(draft: Draft, kept: readonly (Kept | Marker)[]): SectionAccount[] {
  const lines = new Map<Section, { used: number; held: number; items: number }>()
  for (const entry of kept) {
    const section = entry.kind === 'marker' ? 'history' : entry.section
    const { used, held, items } = lines.get(section) ?? nothing
    const isHeld = entry.kind === 'kept' && heldReasons.has(entry.reason.kind)
    const item = entry.kind === 'marker' ? 0 : 1
    lines.set(section, { used: used + entry.size, held: held + (isHeld ? entry.size : 0), items: items + item })
  }
  return sections.flatMap((section) => {
    const { used, held, items } = lines.get(section) ?? nothing
    const share = section in draft.allotted ? (draft.allotted[section as SharingSection] ?? 0) : 0
    const allotted = Math.max(used, share + held)
    return allotted === 0 && items === 0 ? [] : [{ section, allotted, used, items }]
  })
}

const sections: readonly Section[] = ['tools', 'system', 'input', ...sharing]
const nothing = { used: 0, held: 0, items: 0 }
/** Reasons of what is kept whatever its section was allotted. */
const heldReasons: ReadonlySet<KeptReason['kind']> = new Set(['required', 'newest-input', 'last-atom', 'shortened'])
