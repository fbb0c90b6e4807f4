import { utf8ToBytes } from '@noble/hashes/utils.js'
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
  /** Sent in both in the same form, with other content, such as a system text that was rewritten; with both sizes. */
  readonly changedContent: readonly { readonly id: string; readonly from: number; readonly to: number }[]
}

/** Where two rendered requests part. */
export interface RequestDiff {
  /** The first byte that differs, in UTF-8; null where they are the same. */
  readonly firstByte: number | null
  /** The size of what they share from the start, in whole code points. */
  readonly sharedPrefix: number
}

/** What came, went, moved and changed between two plans. */
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
  const changedContent = both.flatMap(({ id, form, content, size }) => {
    const to = is.get(id)
    return to === undefined || to.form !== form || to.content === content ? [] : [{ id, from: size, to: to.size }]
  })
  return {
    same: before.id === after.id,
    came,
    went,
    moved: movedOf(both, [...is.values()]),
    changedForm,
    changedContent,
  }
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
  return { firstByte: firstDifference(utf8ToBytes(before), utf8ToBytes(after)), sharedPrefix: measure.count(shared) }
}

function isInsidePair(text: string, at: number): boolean {
  const unit = text.charCodeAt(at - 1)
  return unit >= 0xd800 && unit <= 0xdbff
}

function firstDifference(before: Uint8Array, after: Uint8Array): number {
  let at = 0
  while (at < before.length && before[at] === after[at]) at++
  return at
}
