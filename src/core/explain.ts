import type { ContextPlan } from './context-plan.ts'
import type { Kept, LeftOut, Marker, Span } from './decision.ts'
import type { ChangedPart, FormKind, Section } from './form.ts'
import type { Reason } from './reason.ts'

/** One line of an explained plan. What is sent comes first, in sending order; then what is not. */
export interface ExplainRow {
  /** The candidate's id; for a span its first and last; for a marker none. */
  readonly item: string | null
  /** The last item of a span. */
  readonly to?: string
  /** How many nodes a span or a marker stands for. */
  readonly count?: number
  readonly section: Section
  readonly form: FormKind | 'marker' | null
  readonly size: number
  /** Of the limit, 0 to 1; 0 for what is left out. */
  readonly share: number
  readonly in: boolean
  readonly reason: Reason['kind'] | 'marker'
  /** The reason as a sentence. */
  readonly why: string
  /** Who wrote it, where that is known. */
  readonly author?: Kept['author']
  /** The parts that are sent otherwise than they were written. */
  readonly changed?: readonly ChangedPart[]
  /** What shows the content that is missing in its form. */
  readonly pointsTo?: readonly string[]
}

/** Every decision of a plan as rows a person can read. */
export function explain(plan: ContextPlan): ExplainRow[] {
  return [...plan.kept.map((entry) => keptRow(entry, plan.budget.limit)), ...plan.leftOut.map(leftOutRow)]
}

function keptRow(entry: Kept | Marker, limit: number): ExplainRow {
  const share = limit > 0 ? entry.size / limit : 0
  if (entry.kind === 'marker') {
    const { omitted, omittedSize, size } = entry
    const why = `stands for ${omitted} ${omitted === 1 ? 'node' : 'nodes'} (${omittedSize})`
    return {
      item: null,
      count: omitted,
      section: 'history',
      form: 'marker',
      size,
      share,
      in: true,
      reason: 'marker',
      why,
    }
  }
  const { id, section, form, size, reason, author, changed, pointsTo } = entry
  const row = {
    item: id,
    section,
    form,
    size,
    share,
    in: true,
    reason: reason.kind,
    why: whyKept(reason, section),
  }
  return {
    ...row,
    ...(author === undefined ? {} : { author }),
    ...(changed === undefined ? {} : { changed }),
    ...(pointsTo === undefined ? {} : { pointsTo }),
  }
}

function leftOutRow(entry: LeftOut | Span): ExplainRow {
  const { section, size, reason } = entry
  const told = { section, form: null, size, share: 0, in: false, reason: reason.kind, why: describeReason(reason) }
  if (entry.kind === 'left-out') return { item: entry.id, ...told }
  return { item: entry.from, to: entry.to, count: entry.count, ...told }
}

/** A bundle's items are taken in its order, not by relevance. */
function whyKept(reason: Reason, section: Section): string {
  if (section !== 'bundle' || !('rank' in reason)) return describeReason(reason)
  const place = `in the bundle's order, place ${reason.rank}`
  return reason.kind === 'ranked' ? place : `${place}; in full it was ${reason.shortBy} too large`
}

/** A reason as a short sentence without a full stop. */
export function describeReason(reason: Reason): string {
  switch (reason.kind) {
    case 'required':
      return 'always sent'
    case 'newest-input':
      return 'the newest input'
    case 'last-atom':
      return 'the last step'
    case 'shortened':
      return `may not be left out, shortened by ${reason.by}`
    case 'fits':
      return 'everything of its section fits'
    case 'recent':
      return 'among the most recent'
    case 'beginning':
      return 'from the beginning'
    case 'window':
      return 'among the newest that fit'
    case 'in-work':
      return `in work, its newest state from ${reason.from}`
    case 'ranked':
      return `chosen by relevance, rank ${reason.rank}`
    case 'smaller-form':
      return `rank ${reason.rank}; in full it was ${reason.shortBy} too large`
    case 'excluded':
      return 'excluded by a person'
    case 'pruned':
      return 'pruned by a person'
    case 'annotation':
      return 'an annotation, not part of the conversation'
    case 'secret':
      return 'holds a secret'
    case 'empty':
      return 'nothing in it to send'
    case 'system-off':
      return 'system text is off for this document'
    case 'unmatched-result':
      return 'a result without its call'
    case 'missing':
      return 'could not be read'
    case 'over-own-limit':
      return "did not fit into its bundle's limit, or the call's"
    case 'lease-expired':
      return 'its time in the window is over'
    case 'summarised':
      return `the summary ${reason.in} stands for it`
    case 'over-budget':
      return reason.shortBy > 0 ? `did not fit, ${reason.shortBy} too large` : 'did not fit'
    default:
      return reason satisfies never
  }
}
