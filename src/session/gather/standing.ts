import type { Predecessor } from '../../core/cache/predecessor.ts'
import type { Candidate } from '../../core/candidate.ts'
import type { Digest } from '../../core/content/digest.ts'
import type { Measure } from '../../core/content/measure.ts'
import { sizeOfParts } from '../../core/content/size.ts'
import type { ContextPlan } from '../../core/context-plan.ts'
import type { Kept } from '../../core/decision.ts'
import type { Form } from '../../core/form.ts'
import { largestOmission, markerText } from '../../core/render/marker.ts'
import type { Contents } from '../../stores/store.ts'
import { contentsOf } from '../contents-of.ts'
import type { Recipe } from '../recipe.ts'
import { planIn } from './documents.ts'
import type { Cut } from './reading.ts'

/** What the branch's previous plan decided, as far as the next one goes on from it. */
export interface Standing {
  readonly predecessor: Predecessor
  readonly cuts: readonly Cut[]
  /** What it sent summaries for. */
  readonly summarised: readonly Pick<Cut, 'from' | 'to'>[]
  /** The nodes before which it put a marker. */
  readonly marked: ReadonlySet<string>
  /** What it sent, by id. */
  readonly sent: ReadonlyMap<string, Kept>
  /** What was known of the session's files. */
  readonly book?: Digest
}

/** The measure that is planned in, and that of the previous plan. */
export interface Measures {
  readonly now: Measure
  readonly before: Measure
}

/** Reads the previous plan that a recipe names; undefined where it names none, or where it was purged. */
export async function readStanding(
  store: Contents,
  { previous, prices, perMessage }: Recipe,
  measures?: Measures,
): Promise<Standing | undefined> {
  const made = previous ? await planIn(store, previous.decisions) : undefined
  if (!previous || !made) return undefined
  const isOther = measures !== undefined && measures.now.id !== measures.before.id
  const plan = isOther ? await remeasured(store, made, measures, perMessage) : made
  const cuts = plan.leftOut.flatMap((entry): Cut[] =>
    entry.kind === 'span' && entry.reason.kind === 'over-budget' ? [entry] : [],
  )
  const summarised = plan.leftOut.flatMap((entry) =>
    entry.kind === 'span' && entry.reason.kind === 'summarised' ? [{ from: entry.from, to: entry.to }] : [],
  )
  const sent = plan.kept.flatMap((entry) => (entry.kind === 'kept' ? [[entry.id, entry] as const] : []))
  return {
    predecessor: { plan: previous.plan, kept: plan.kept, cold: previous.cold, prices },
    cuts,
    summarised,
    marked: behindMarkers(plan),
    sent: new Map(sent),
    ...(plan.book === undefined ? {} : { book: plan.book }),
  }
}

/** A plan whose sizes are in another measure than it was made in. What goes beside the texts stays. */
async function remeasured(
  store: Contents,
  plan: ContextPlan,
  { now, before }: Measures,
  perMessage: number,
): Promise<ContextPlan> {
  const contents = await contentsOf(store, plan)
  const kept = plan.kept.map((entry) => {
    if (entry.kind === 'marker') return { ...entry, size: now.count(markerText(largestOmission)) + perMessage }
    const parts = entry.content === undefined ? undefined : contents.get(entry.content)
    if (!parts) return entry
    return { ...entry, size: entry.size - sizeOfParts(parts, before) + sizeOfParts(parts, now) }
  })
  return { ...plan, kept }
}

/** What stood directly behind a marker, by id. */
function behindMarkers({ kept }: ContextPlan): ReadonlySet<string> {
  return new Set(
    kept.flatMap((entry, at) => (entry.kind === 'kept' && kept[at - 1]?.kind === 'marker' ? [entry.id] : [])),
  )
}

/** The candidates with what was cut marked as it was: by whether a marker stood before what was sent next of the history. */
export function asMarked(candidates: readonly Candidate[], { sent, marked }: Standing): readonly Candidate[] {
  let isMarked = false
  return candidates
    .toReversed()
    .map((candidate) => {
      if (candidate.section !== 'files' && sent.has(candidate.id)) isMarked = marked.has(candidate.id)
      const { stretch } = candidate
      return stretch?.cut ? { ...candidate, stretch: { ...stretch, marked: isMarked } } : candidate
    })
    .reverse()
}

/** The candidates with the form in which the previous plan sent each, where that was not the one it has now. */
export function asSent(
  candidates: readonly Candidate[],
  { sent }: Standing,
  isEdited: (id: string) => boolean,
): readonly Candidate[] {
  return candidates.map((candidate) => {
    const before = sent.get(candidate.id)
    const content = candidate.forms[0].content
    if (!before || before.form === 'full' || before.content === content || isEdited(candidate.id)) return candidate
    return { ...candidate, forms: [...candidate.forms, formOf(before)] }
  })
}

/** The files in work that the previous plan sent. */
export function standingFiles({ sent }: Standing): Candidate[] {
  return [...sent.values()].flatMap((entry): Candidate[] => {
    if (entry.section !== 'files' || entry.reason.kind !== 'in-work') return []
    const { by: _, ...form } = formOf(entry)
    return [{ id: entry.id, section: 'files', origin: entry.reason.from, forms: [form] }]
  })
}

function formOf({ form, size, content, pointsTo, changed }: Kept): Form {
  return {
    kind: form,
    size,
    ...(content === undefined ? {} : { content }),
    ...(pointsTo === undefined ? {} : { pointsTo }),
    ...(changed === undefined ? {} : { changed }),
    by: 'previous',
  }
}
