import { type BranchFact, type CheckpointFact, timeOfFact } from './branch-fact.ts'

/** A fact that stands. */
export interface Step {
  readonly fact: BranchFact
  /** Of a restore to a checkpoint: that one. */
  readonly target?: CheckpointFact
}

/**
 * The facts that stand at a time, the newest first; of those with one time, the one that was added later. A restore stands on what
 * stood at the moment it goes back to, and on nothing that came between: also an earlier restore is undone that way. A name
 * means the newest checkpoint of that name that stands when it is restored, else the newest of that name at all; a restore
 * to a name that there is not changes nothing. A sort and one pass; a restore looks back over what it drops.
 */
export function lineAt(facts: readonly BranchFact[], at: number): Step[] {
  const sorted = facts.filter((fact) => timeOfFact(fact) <= at).sort((a, b) => timeOfFact(a) - timeOfFact(b))
  const times = sorted.map(timeOfFact)
  const steps: Step[] = []
  /** What each fact stands on; -1: on nothing. */
  const below: number[] = []
  /** The newest restore among the facts up to each, itself included; 0 where there is none. */
  const restored: number[] = []
  const named = new Map<string, number[]>()
  for (const [index, fact] of sorted.entries()) {
    const isRestore = fact.kind === 'restore'
    const target =
      isRestore && typeof fact.to === 'string'
        ? checkpointNamed(named.get(fact.to) ?? [], index - 1, { below, restored })
        : undefined
    const checkpoint = target === undefined ? undefined : sorted[target]
    const moment = isRestore && typeof fact.to === 'number' ? fact.to : checkpoint && timeOfFact(checkpoint)
    steps.push(checkpoint?.kind === 'checkpoint' ? { fact, target: checkpoint } : { fact })
    below.push(moment === undefined ? index - 1 : lastUpTo(times, moment, index - 1))
    restored.push(isRestore ? index : (restored[index - 1] ?? 0))
    if (fact.kind !== 'checkpoint') continue
    const same = named.get(fact.name)
    if (same) same.push(index)
    else named.set(fact.name, [index])
  }
  const line: Step[] = []
  for (let index = sorted.length - 1; index >= 0; index = below[index] ?? -1) line.push(steps[index] as Step)
  return line
}

/** What stands on what. */
interface Below {
  readonly below: readonly number[]
  readonly restored: readonly number[]
}

/** The newest of the checkpoints that stands under a fact; else the newest. Between two restores everything stands. */
function checkpointNamed(checkpoints: readonly number[], from: number, { below, restored }: Below): number | undefined {
  for (let index = from; index >= 0; ) {
    const first = restored[index] ?? 0
    const found = checkpoints[lastUpTo(checkpoints, index, checkpoints.length - 1)]
    if (found !== undefined && found >= first) return found
    index = below[first] ?? -1
  }
  return checkpoints.at(-1)
}

/** The last index, up to `most`, whose number is not above the given one; -1 where there is none. Numbers ascend. */
function lastUpTo(numbers: readonly number[], number: number, most: number): number {
  let low = -1
  let high = most
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if ((numbers[middle] ?? 0) <= number) low = middle
    else high = middle - 1
  }
  return low
}
