import { readMemory, writeMemory } from '../../aware/branch-state.ts'
import { memoryFacts } from '../../aware/memory-facts.ts'
import { type Memory, recalled, stashOf } from '../../state/memory.ts'
import { OperationRefused } from '../errors.ts'
import { type Operation, operation } from '../operation.ts'
import { labelName } from './stash.ts'

/** Brings a stash back into sight; it stays a stash. */
export const recall: Operation = operation(
  {
    name: 'recall',
    permission: 'loom_aware',
    about: 'Bring what was stashed under a label back into sight. Stash the label again to put it away.',
  },
  { label: labelName },
  async (engine, loom, { label }) => {
    const before = await readMemory(engine.store, loom.branch.id)
    checkStashed(before, label)
    const memory = recalled(before, label)
    await writeMemory(engine.store, loom.branch.id, memory, engine.now())
    const { shown } = await memoryFacts(engine.store, loom.measure, loom.branch.id, memory)
    const held = shown.stashes.find((each) => each.label === label)
    return { result: { recalled: label, items: held?.items ?? 0, size: held?.size ?? 0 } }
  },
)

/** Throws `nothing-stashed` where there is no stash of that label. */
export function checkStashed(memory: Memory, label: string): void {
  if (stashOf(memory, label)) return
  const labels = memory.stashes.map((held) => JSON.stringify(held.label)).join(', ')
  throw new OperationRefused(
    'nothing-stashed',
    `Nothing is stashed under ${JSON.stringify(label)}.`,
    labels === '' ? 'There are no stashes; loom_stash makes one.' : `There is ${labels}.`,
  )
}
