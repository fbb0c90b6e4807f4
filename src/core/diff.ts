import type { Measure } from './content/measure.ts'
import type { ContextPlan } from './context-plan.ts'
import type { Kept } from './decision.ts'
import type { FormKind } from './form.ts'

/** A candidate that is sent in only one of two plans. */
export interface Change {
  readonly id: string
  readonly size: number
}

/** What differs between two plans, from the first to the second. Lists stand in sending order. */
export interface PlanDiff {
  readonly same: boolean
  readonly came: readonly Change[]
  readonly went: readonly Change[]
  /** Sent in both, at another place among what is sent in both. */
  readonly moved: readonly { readonly id: string; readonly from: number; readonly to: number }[]
  readonly changedForm: readonly { readonly id: string; readonly from: FormKind; readonly to: FormKind }[]
}

/** Where two rendered requests part. */
export interface RequestDiff {
  /** The first byte that differs, in UTF-8; null where they are the same. */
  readonly firstByte: number | null
  /** The size of what they share from the start. */
  readonly sharedPrefix: number
}

/** What came, went, moved and changed form between two plans. */
export function diff(before: ContextPlan, after: ContextPlan): PlanDiff {
  const was = sentBy(before)
  const is = sentBy(after)
  const came = [...is.values()].filter(({ id }) => !was.has(id)).map(({ id, size }) => ({ id, size }))
  const went = [...was.values()].filter(({ id }) => !is.has(id)).map(({ id, size }) => ({ id, size }))
  const both = [...was.values()].filter(({ id }) => is.has(id))
  const changedForm = both.flatMap(({ id, form }) => {
    const to = is.get(id)?.form ?? form
    return to === form ? [] : [{ id, from: form, to }]
  })
  return { same: before.id === after.id, came, went, moved: movedOf(both, [...is.values()]), changedForm }
}

function sentBy(plan: ContextPlan): Map<string, Kept> {
  return new Map(plan.kept.flatMap((entry) => (entry.kind === 'kept' ? [[entry.id, entry] as const] : [])))
}

/** Places count from 1 among what both plans send. */
function movedOf(before: readonly Kept[], after: readonly Kept[]): PlanDiff['moved'] {
  const placeBefore = new Map(before.map(({ id }, index) => [id, index + 1]))
  const common = after.filter(({ id }) => placeBefore.has(id))
  return common.flatMap(({ id }, index) => {
    const from = placeBefore.get(id) ?? 0
    return from === index + 1 ? [] : [{ id, from, to: index + 1 }]
  })
}

/** Where two requests' texts part, and how large their common beginning is. */
export function diffRequests(before: string, after: string, measure: Measure): RequestDiff {
  if (before === after) return { firstByte: null, sharedPrefix: measure.count(before) }
  let at = 0
  while (at < before.length && at < after.length && before[at] === after[at]) at++
  if (isInsidePair(before, at)) at--
  const shared = before.slice(0, at)
  return { firstByte: utf8Length(shared), sharedPrefix: measure.count(shared) }
}

function isInsidePair(text: string, at: number): boolean {
  const unit = text.charCodeAt(at - 1)
  return unit >= 0xd800 && unit <= 0xdbff
}

function utf8Length(text: string): number {
  let bytes = 0
  for (const sign of text) {
    const point = sign.codePointAt(0) ?? 0
    bytes += point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4
  }
  return bytes
}
