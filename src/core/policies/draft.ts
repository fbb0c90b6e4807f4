import type { SharingSection } from '../budget.ts'
import type { Candidate } from '../candidate.ts'
import type { Truncation } from '../context-plan.ts'
import type { Outcome } from '../decision.ts'
import type { Form } from '../form.ts'
import type { Moment, PlanInput } from '../plan-input.ts'
import type { KeptReason, LeftOutReason } from '../reason.ts'

/** A marker that stands before the candidate at index `before`. */
export interface PlacedMarker {
  readonly before: number
  readonly omitted: number
  readonly omittedSize: number
}

/** A plan in the making. Policies return new drafts and never change one. */
export interface Draft {
  readonly kind: 'draft'
  readonly input: PlanInput
  readonly limit: number
  /** The form in which each candidate would be sent now, by its index. */
  readonly forms: readonly Form[]
  /** By the candidate's index; undefined until a policy decides. */
  readonly outcomes: readonly (Outcome | undefined)[]
  /** Whether what was sent may change now, and why. */
  readonly moment: Moment
  /** What the fixed sections and the protected candidates take. */
  readonly fixed: number
  /** What each sharing section may take. */
  readonly allotted: { readonly [section in SharingSection]?: number }
  readonly markers: readonly PlacedMarker[]
  readonly truncation: Truncation
  /** The indices of what is kept, in sending order; empty until arranged. */
  readonly order: readonly number[]
}

/** The draft with nothing decided, and every candidate in full. */
export function startDraft(input: PlanInput, limit: number): Draft {
  return {
    kind: 'draft',
    input,
    limit,
    forms: input.candidates.map(({ forms }) => forms[0]),
    outcomes: input.candidates.map(() => undefined),
    moment: 'none',
    fixed: 0,
    allotted: {},
    markers: [],
    truncation: {
      strategy: input.settings.historyStrategy,
      truncated: false,
      recentShrunk: false,
      markerLeftOut: false,
    },
    order: [],
  }
}

/** A candidate with its index in the input, on which every decision hangs, and the form in which it would be sent now. */
export interface Placed {
  readonly index: number
  readonly candidate: Candidate
  readonly form: Form
}

/** A candidate of the draft by its index. */
export function placedAt({ input, forms }: Draft, index: number): Placed {
  const candidate = input.candidates[index] as Candidate
  return { index, candidate, form: forms[index] ?? candidate.forms[0] }
}

/** The candidates that no policy has decided about and that pass the test, in their order. */
export function undecided(draft: Draft, test: (candidate: Candidate) => boolean): Placed[] {
  const found: Placed[] = []
  draft.input.candidates.forEach((candidate, index) => {
    if (draft.outcomes[index] === undefined && test(candidate)) found.push(placedAt(draft, index))
  })
  return found
}

/** The draft with more outcomes; each candidate is decided once. */
export function decide(draft: Draft, decided: Iterable<readonly [number, Outcome]>): Draft {
  const outcomes = [...draft.outcomes]
  for (const [index, outcome] of decided) {
    if (outcomes[index] !== undefined) throw new Error(`decided twice: ${draft.input.candidates[index]?.id}`)
    outcomes[index] = outcome
  }
  return { ...draft, outcomes }
}

/** The draft with other forms for some candidates. */
export function reform(draft: Draft, changes: Iterable<readonly [number, Form]>): Draft {
  const forms = [...draft.forms]
  for (const [index, form] of changes) forms[index] = form
  return { ...draft, forms }
}

/** What would be sent if nothing more were left out: everything that is not, in its form. What was cut before is out. */
export function sizeOfDraft(draft: Draft, test: (candidate: Candidate) => boolean = () => true): number {
  let size = 0
  draft.input.candidates.forEach((candidate, index) => {
    const outcome = draft.outcomes[index]
    if (outcome?.kind === 'left-out' || candidate.stretch?.cut || !test(candidate)) return
    size += outcome?.form.size ?? draft.forms[index]?.size ?? 0
  })
  return size
}

/** What candidates take in their forms. */
export function sizeOfPlaced(placed: readonly Placed[]): number {
  return placed.reduce((sum, { form }) => sum + form.size, 0)
}

/** The outcome of a candidate that is sent. */
export function keep(form: Form, reason: KeptReason): Outcome {
  return { kind: 'kept', form, reason }
}

/** The outcome of a candidate that is not sent. */
export function leaveOut(reason: LeftOutReason): Outcome {
  return { kind: 'left-out', reason }
}
