import type { BranchFact, CheckpointFact, RestoreFact } from '../../history/edits/branch-fact.ts'
import type { Edit } from '../../history/edits/edit.ts'
import { lineAt } from '../../history/edits/line.ts'
import { standAt, standingFacts } from '../../history/edits/stand-at.ts'
import type { Branch } from '../../history/node.ts'
import type { Store } from '../../stores/store.ts'
import type { Engine } from '../engine.ts'
import { timeAfter } from './branch-time.ts'
import { EditRefused } from './errors.ts'
import { headAt } from './head-at.ts'
import { readTime } from './read-time.ts'

/** How long a name may be, in characters. */
const longestName = 100

/**
 * Names this moment of a branch. A name may be used again: the newest that stands is gone back to. Throws EditRefused
 * `checkpoint-name` where the name is empty, too long, not on one line, or could be read as a time.
 */
export async function createCheckpoint(engine: Engine, branch: Branch, name: string): Promise<CheckpointFact> {
  checkName(name)
  const { store } = engine
  const head = (await store.branch(branch.id))?.head ?? null
  const fact = { kind: 'checkpoint', name, at: timeAfter(engine, await store.facts(branch.id)), head } as const
  await store.addFacts(branch.id, [fact])
  return fact
}

/** Throws EditRefused `checkpoint-name`. */
export function checkName(name: string): void {
  const wrong =
    name.trim() === ''
      ? 'is empty'
      : [...name].length > longestName
        ? `has more than ${longestName} characters`
        : /\p{Cc}|\u2028|\u2029/u.test(name)
          ? 'holds control characters or more than one line'
          : readTime(name) !== undefined
            ? 'would be read as a time'
            : undefined
  if (wrong !== undefined)
    throw new EditRefused('checkpoint-name', name, `The name of a checkpoint ${wrong}. Choose another one.`)
}

/** A checkpoint, and whether it stands or was dropped by a restore. One that was dropped can be gone back to as well. */
export interface ListedCheckpoint extends CheckpointFact {
  readonly stands: boolean
}

/** The checkpoints of a branch, the newest first. */
export async function listCheckpoints(store: Store, branch: string): Promise<readonly ListedCheckpoint[]> {
  const facts = await store.facts(branch)
  const standing = new Set(standingFacts(facts, Number.POSITIVE_INFINITY))
  const listed = facts.flatMap((fact) => (fact.kind === 'checkpoint' ? [{ ...fact, stands: standing.has(fact) }] : []))
  return listed.sort((a, b) => a.at - b.at).reverse()
}

/** What going back came to. Ids are those of nodes. */
export interface Restored {
  /** When it was done; a moment before it brings everything back. */
  readonly at: number
  /** The checkpoint that was gone back to; null where it was a plain time. */
  readonly checkpoint: CheckpointFact | null
  /** The time that was gone back to. */
  readonly moment: number
  /** Where the branch ends now. */
  readonly head: string | null
  /** Where it ended before. */
  readonly left: string | null
  /** How many nodes of the branch are behind its new end; null where the new end was not on it. */
  readonly nodesLeft: number | null
  /** Edits that count no more. */
  readonly dropped: readonly Edit[]
  /** Edits that an earlier restore had dropped, and that count again. */
  readonly back: readonly Edit[]
  /** How many cuts of the history were dropped. */
  readonly cuts: number
  /** How many compactions count no more, and how many count again. */
  readonly compactions: { readonly dropped: number; readonly back: number }
}

/**
 * Takes a branch back to a checkpoint (its name) or a time (Unix milliseconds): edits and cuts made since are dropped, as a new fact,
 * and its head moves; nothing is deleted. Throws EditRefused `unknown-checkpoint`, `before-everything`, `time-to-come`.
 */
export async function restoreCheckpoint(engine: Engine, branch: Branch, to: string | number): Promise<Restored> {
  const { store } = engine
  const facts = await store.facts(branch.id)
  const restore: RestoreFact = { kind: 'restore', at: timeAfter(engine, facts), to }
  const checkpoint = typeof to === 'string' ? checkpointFor(facts, restore) : null
  const moment = typeof to === 'number' ? to : (checkpoint?.at ?? restore.at)
  if (!(moment <= restore.at))
    throw new EditRefused('time-to-come', String(to), 'That time is still to come. Go back to one that has been.')
  const head = checkpoint ? checkpoint.head : await headThen(store, branch, facts, moment)
  const left = (await store.branch(branch.id))?.head ?? null
  const added: readonly BranchFact[] = [
    { kind: 'head', at: restore.at, node: left },
    restore,
    { kind: 'head', at: restore.at, node: head },
  ]
  const nodesLeft = await behind(store, branch, head, left)
  await store.addFacts(branch.id, added, { head })
  const before = standingFacts(facts, restore.at)
  const after = standingFacts([...facts, ...added], restore.at)
  const dropped = difference(before, after)
  return {
    at: restore.at,
    checkpoint,
    moment,
    head,
    left,
    nodesLeft,
    dropped: editsIn(dropped),
    back: editsIn(difference(after, before)),
    cuts: dropped.filter(({ kind }) => kind === 'cut').length,
    compactions: compactionsChanged(facts, [...facts, ...added], restore.at),
  }
}

function compactionsChanged(
  facts: readonly BranchFact[],
  others: readonly BranchFact[],
  at: number,
): Restored['compactions'] {
  const before = standAt(facts, at).compactions
  const after = standAt(others, at).compactions
  return { dropped: difference(before, after).length, back: difference(after, before).length }
}

function checkpointFor(facts: readonly BranchFact[], restore: RestoreFact): CheckpointFact {
  const target = lineAt([...facts, restore], restore.at)[0]?.target
  if (target) return target
  throw new EditRefused(
    'unknown-checkpoint',
    String(restore.to),
    `There is no checkpoint "${restore.to}" on this branch. \`heddle checkpoint list\` lists them; a time is written as 2025-03-09T14:05 or in Unix milliseconds.`,
  )
}

async function headThen(
  store: Store,
  branch: Branch,
  facts: readonly BranchFact[],
  moment: number,
): Promise<string | null> {
  const head = await headAt(store, branch, facts, moment)
  if (head !== undefined) return head
  throw new EditRefused(
    'before-everything',
    String(moment),
    'Nothing had been said on this branch at that time. `heddle log` shows when it began.',
  )
}

/** How many nodes of the path to one head come behind another one on it. */
async function behind(store: Store, { id }: Branch, head: string | null, left: string | null): Promise<number | null> {
  if (left === null || left === head) return 0
  const route = await store.route(left, id)
  const length = await store.length(route)
  if (head === null) return length
  const position = (await store.positions(route, [head])).get(head)
  return position === undefined ? null : length - position - 1
}

function difference(facts: readonly BranchFact[], others: readonly BranchFact[]): readonly BranchFact[] {
  const known = new Set(others)
  return facts.filter((fact) => !known.has(fact))
}

function editsIn(facts: readonly BranchFact[]): readonly Edit[] {
  return facts.flatMap((fact) => (fact.kind === 'edit' ? [fact.edit] : []))
}
