import type { ContextPlan } from '../context-plan.ts'
import type { ChangedPart } from '../form.ts'
import type { LeftOutReason } from '../reason.ts'

/** How many things, and how large they are together, in the plan's measure. */
export interface Tally {
  readonly count: number
  readonly size: number
}

/** Parts that are sent otherwise than they were written, for one reason. */
export interface Change {
  /** An edit's kind, or what a policy found: `repeated`, `stale`, `truncate`, … */
  readonly kind: string
  readonly parts: number
  /** What is not sent therefore. */
  readonly saves: number
}

/** What a plan sends otherwise than it was written, by kind, the kind that saves most first. */
export function changesIn({ kept }: Pick<ContextPlan, 'kept'>): Change[] {
  return changesOf(kept.flatMap((entry) => (entry.kind === 'kept' ? (entry.changed ?? []) : [])))
}

/** Changed parts by kind, the kind that saves most first. */
export function changesOf(changed: readonly ChangedPart[]): Change[] {
  const byKind = new Map<string, Change>()
  for (const { kind, saves } of changed) {
    const before = byKind.get(kind) ?? { kind, parts: 0, saves: 0 }
    byKind.set(kind, { kind, parts: before.parts + 1, saves: before.saves + saves })
  }
  return [...byKind.values()].sort((a, b) => b.saves - a.saves || (a.kind < b.kind ? -1 : 1))
}

/** Kinds of changes that say that something stands again further on, or was changed since. */
export const repeatKinds: readonly string[] = ['repeated', 'stale', 'repeat']

/** The changes that are repeats: what is sent once instead of several times. */
export function repeatsIn(changes: readonly Change[]): Tally {
  return tallyOf(changes.filter(({ kind }) => repeatKinds.includes(kind)))
}

/** The changes that make something shorter that stands nowhere else. */
export function shortenedIn(changes: readonly Change[]): Tally {
  return tallyOf(changes.filter(({ kind }) => kind === 'truncate'))
}

/** What a plan leaves out for a reason: nodes, whether they stand alone or in a span. */
export function leftOutIn({ leftOut }: Pick<ContextPlan, 'leftOut'>, reason: LeftOutReason['kind']): Tally {
  return leftOut.reduce<Tally>(
    (sum, entry) =>
      entry.reason.kind === reason
        ? { count: sum.count + (entry.kind === 'span' ? entry.count : 1), size: sum.size + entry.size }
        : sum,
    noTally,
  )
}

/** Nothing. */
export const noTally: Tally = { count: 0, size: 0 }

/** Both together. */
export function together(one: Tally, other: Tally): Tally {
  return { count: one.count + other.count, size: one.size + other.size }
}

function tallyOf(changes: readonly Change[]): Tally {
  return changes.reduce<Tally>((sum, { parts, saves }) => together(sum, { count: parts, size: saves }), noTally)
}
