import { limitOf } from './budget.ts'
import { type Candidate, fullSize } from './candidate.ts'
import type { Kept, LeftOut, Marker, Span } from './decision.ts'
import { HeddleError } from './errors.ts'
import type { PlanInput } from './plan-input.ts'

/** The invariants that a plan can break, by name. */
export type Violation =
  | 'over-limit'
  | 'newest-input-left-out'
  | 'no-message'
  | 'no-decision'
  | 'two-decisions'
  | 'no-reason'
  | 'atom-split'
  | 'notice-without-target'
  | 'notice-not-smaller'
  | 'retrieved-in-system'
  | 'summary-missing'

/** What `verify` reads of a plan. */
export interface Decisions {
  readonly kept: readonly (Kept | Marker)[]
  readonly leftOut: readonly (LeftOut | Span)[]
}

/** A plan broke an invariant: a fault of Heddle's own, and never repaired in silence. */
export class InvariantBroken extends HeddleError {
  readonly violations: readonly Violation[]
  constructor(violations: readonly Violation[]) {
    super(
      'invariant-broken',
      `The plan breaks ${violations.join(', ')}. This is a fault in Heddle; please report it with the conversation's shape.`,
    )
    this.violations = violations
  }
}

/**
 * The names of all invariants that the decisions break over these candidates, sorted; none for a good plan. Sizes are
 * taken from the candidates, never from the plan.
 */
export function verify(input: Pick<PlanInput, 'budget' | 'candidates'>, plan: Decisions): Violation[] {
  const kept = plan.kept.filter((entry) => entry.kind === 'kept')
  const facts: Facts = {
    input,
    plan,
    kept,
    keptIds: new Set(kept.map((entry) => entry.id)),
    ...countDecisions(input, plan),
  }
  return checks.filter(([, broken]) => broken(facts)).map(([name]) => name)
}

interface Facts {
  readonly input: Pick<PlanInput, 'budget' | 'candidates'>
  readonly plan: Decisions
  readonly kept: readonly Kept[]
  readonly keptIds: ReadonlySet<string>
  readonly byId: ReadonlyMap<string, PlanInput['candidates'][number]>
  readonly decisions: readonly number[]
}

const checks: readonly (readonly [Violation, (facts: Facts) => boolean])[] = [
  ['atom-split', splitsAnAtom],
  ['newest-input-left-out', leavesOutNewest],
  ['no-decision', ({ decisions }) => decisions.some((count) => count === 0)],
  ['no-message', ({ kept }) => kept.every(({ section }) => section === 'tools' || section === 'system')],
  [
    'no-reason',
    ({ plan }) => [...plan.kept, ...plan.leftOut].some((entry) => entry.kind !== 'marker' && !entry.reason),
  ],
  ['notice-not-smaller', ({ kept, byId }) => notices(kept).some((entry) => sizeAs(entry, byId) >= fullOf(entry, byId))],
  [
    'notice-without-target',
    ({ kept, keptIds }) =>
      kept.some(({ form, pointsTo = [] }) =>
        pointsTo.length === 0 ? form === 'notice' : pointsTo.some((id) => !keptIds.has(id)),
      ),
  ],
  ['over-limit', isOverLimit],
  [
    'retrieved-in-system',
    ({ kept, byId }) => kept.some(({ id, section }) => section === 'system' && byId.get(id)?.section === 'retrieved'),
  ],
  [
    'summary-missing',
    ({ input, keptIds }) =>
      input.candidates.some(({ bar, stretch }) => bar === 'summarised' && !keptIds.has(stretch?.summary ?? '')),
  ],
  ['two-decisions', ({ decisions }) => decisions.some((count) => count > 1)],
]

function isOverLimit({ input, plan, kept, byId }: Facts): boolean {
  const size = kept.reduce((sum, entry) => sum + sizeAs(entry, byId), 0)
  const markers = plan.kept.reduce((sum, entry) => sum + (entry.kind === 'marker' ? entry.size : 0), 0)
  return size + markers > limitOf(input.budget)
}

function leavesOutNewest({ input, keptIds }: Facts): boolean {
  const open = input.candidates.filter((candidate) => candidate.bar === undefined && candidate.leaseTurns !== 0)
  const path = open.filter(({ section }) => section === 'history')
  const inputs = open.filter(({ section, newestInput }) => section === 'input' || newestInput === true)
  const last = open.some(({ section }) => section === 'input') ? [] : path.slice(-1)
  return [...inputs, ...last].some(({ id }) => !keptIds.has(id))
}

function splitsAnAtom({ input, keptIds }: Facts): boolean {
  const atoms = new Map<string, boolean>()
  return input.candidates.some(({ id, atom, bar }) => {
    if (atom === undefined || bar !== undefined) return false
    const isKept = keptIds.has(id)
    const before = atoms.get(atom)
    atoms.set(atom, isKept)
    return before !== undefined && before !== isKept
  })
}

function notices(kept: readonly Kept[]): Kept[] {
  return kept.filter((entry) => entry.form === 'notice')
}

function sizeAs({ id, form, content, size }: Kept, byId: Facts['byId']): number {
  const held = byId.get(id)?.forms.filter(({ kind }) => kind === form) ?? []
  return (held.find((each) => each.content === content) ?? held[0])?.size ?? size
}

function fullOf({ id }: Kept, byId: Facts['byId']): number {
  const candidate = byId.get(id)
  return candidate ? fullSize(candidate) : 0
}

/** How many decisions each candidate has. A span decides for the history between its ends that has no decision of its own. */
function countDecisions(input: Facts['input'], plan: Decisions): Pick<Facts, 'byId' | 'decisions'> {
  const byId = new Map(input.candidates.map((candidate) => [candidate.id, candidate]))
  const indexOf = new Map(input.candidates.map(({ id }, index) => [id, index]))
  const decisions = input.candidates.map(() => 0)
  const count = (index: number | undefined): void => {
    if (index !== undefined) decisions[index] = (decisions[index] ?? 0) + 1
  }
  const singles = new Set(plan.leftOut.flatMap((entry) => (entry.kind === 'left-out' ? [indexOf.get(entry.id)] : [])))
  for (const entry of plan.kept) if (entry.kind === 'kept') count(indexOf.get(entry.id))
  for (const entry of plan.leftOut) {
    if (entry.kind === 'left-out') count(indexOf.get(entry.id))
    else for (const index of coveredBy(entry, input.candidates)) if (!singles.has(index)) count(index)
  }
  return { byId, decisions }
}

/** The indices of the history between a span's ends that can have its reason: what is barred has the bar for its reason. */
function coveredBy(span: Span, candidates: PlanInput['candidates']): number[] {
  const bar = span.reason.kind === 'over-budget' ? undefined : span.reason.kind
  const fits = (candidate: Candidate): boolean => candidate.section === 'history' && candidate.bar === bar
  const from = candidates.findIndex((each) => fits(each) && (each.stretch?.from ?? each.id) === span.from)
  const to = candidates.findLastIndex((each) => fits(each) && (each.stretch?.to ?? each.id) === span.to)
  if (from === -1) return []
  return candidates.slice(from, to + 1).flatMap((each, at) => (fits(each) ? [from + at] : []))
}
