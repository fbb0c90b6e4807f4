import { readMemory, writeMemory } from '../../aware/branch-state.ts'
import { dropped, unpinned } from '../../state/memory.ts'
import { OperationRefused } from '../errors.ts'
import { findNode, nodeName } from '../find.ts'
import { type Operation, operation } from '../operation.ts'
import { checkStashed } from './recall.ts'
import { labelName } from './stash.ts'

/** Lets go of a pin or a whole stash. The nodes stay in the tree. */
export const drop: Operation = operation(
  {
    name: 'drop',
    permission: 'loom_aware',
    about: 'Let go of a pinned node or of a whole stash; nodes stay in the tree, texts of yours are gone.',
  },
  { node: nodeName.optional(), label: labelName.optional() },
  async (engine, loom, { node: name, label }) => {
    const { store } = engine
    const before = await readMemory(store, loom.branch.id)
    if ((name === undefined) === (label === undefined))
      throw new OperationRefused('invalid-input', 'Either a node or a label is needed.', 'Give one of the two.')
    if (label !== undefined) {
      checkStashed(before, label)
      await writeMemory(store, loom.branch.id, dropped(before, label), engine.now())
      return { result: { dropped: label } }
    }
    const node = await findNode(store, loom, name ?? '')
    if (!before.pins.includes(node.id))
      throw new OperationRefused('not-pinned', `${node.shortId} is not pinned.`, 'loom_memory shows what is.')
    await writeMemory(store, loom.branch.id, unpinned(before, node.id), engine.now())
    return { result: { dropped: node.shortId } }
  },
)
