import type { BranchFact, CompactionFact, CutFact } from './branch-fact.ts'
import { compareEdits, type Edit } from './edit.ts'
import { lineAt, type Step } from './line.ts'

/** How a branch stands at a moment. */
export interface Standing {
  /** What is sent for parts instead of what they say, by node, then part. Parts without one are sent as they are. */
  readonly edits: readonly Edit[]
  /** The positions that are left out; null where nothing was cut. */
  readonly range: CutFact['range'] | null
  /** What summaries stand for, in the order in which it was done. A later one may hold an earlier one. */
  readonly compactions: readonly CompactionFact[]
  /** Where the head was last seen or set; null where it never was. What is said later moves it without a fact. */
  readonly head: string | null
}

/**
 * How a branch stands at a time, from its facts in the order in which they were added. The latest edit of a part at or before
 * the time wins; of equal times, the one that was added later. An edit of a whole part takes the place of those within it, and
 * the other way round. A restore brings back what stood at the moment it goes to; times before it see what they saw.
 */
export function standAt(facts: readonly BranchFact[], at: number): Standing {
  const parts = new Map<string, Part>()
  const compactions: CompactionFact[] = []
  const expanded = new Set<string>()
  let range: CutFact['range'] | undefined
  let head: string | null | undefined
  for (const step of lineAt(facts, at)) {
    const { fact } = step
    if (fact.kind === 'edit') addOlder(parts, fact.edit)
    if (fact.kind === 'cut') range ??= fact.range
    if (fact.kind === 'expansion') expanded.add(fact.summary)
    if (fact.kind === 'compaction' && !expanded.has(fact.summary)) compactions.push(fact)
    if (head === undefined) head = headOf(step)
  }
  const edits = [...parts.values()].flatMap((part) => [...part.edits.values()])
  return {
    edits: edits.sort(compareEdits),
    range: range ?? null,
    compactions: compactions.reverse(),
    head: head ?? null,
  }
}

/** The facts that stand at a time, the oldest first: all but those that a restore dropped. */
export function standingFacts(facts: readonly BranchFact[], at: number): readonly BranchFact[] {
  return lineAt(facts, at)
    .map(({ fact }) => fact)
    .reverse()
}

/** The edits of a part that count so far, by what is within it (-1: the whole part); closed once older ones cannot count. */
interface Part {
  readonly edits: Map<number, Edit>
  closed: boolean
}

function addOlder(parts: Map<string, Part>, edit: Edit): void {
  const key = `${edit.part} ${edit.node}`
  const part = parts.get(key) ?? { edits: new Map<number, Edit>(), closed: false }
  parts.set(key, part)
  if (part.closed) return
  if (edit.within === undefined) {
    if (part.edits.size === 0) part.edits.set(-1, edit)
    part.closed = true
  } else if (!part.edits.has(edit.within)) part.edits.set(edit.within, edit)
}

/** Where the branch is after a fact; undefined where the fact does not say. */
function headOf({ fact, target }: Step): string | null | undefined {
  if (fact.kind === 'head') return fact.node
  return target?.head
}
