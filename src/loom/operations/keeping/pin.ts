import { readMemory, writeMemory } from '../../aware/branch-state.ts'
import { pinned } from '../../state/memory.ts'
import { OperationRefused } from '../errors.ts'
import { findNode, nodeName } from '../find.ts'
import { type Operation, operation } from '../operation.ts'

/** How many nodes may be pinned at a time. */
const pinsAtMost = 20

/** Keeps a node in sight, whatever is cut from the conversation. */
export const pin: Operation = operation(
  {
    name: 'pin',
    permission: 'loom_aware',
    about: 'Keep a node in sight, also when the conversation is cut.',
  },
  { node: nodeName },
  async (engine, loom, { node: name }) => {
    const node = await findNode(engine.store, loom, name)
    const memory = pinned(await readMemory(engine.store, loom.branch.id), node.id)
    if (memory.pins.length > pinsAtMost)
      throw new OperationRefused(
        'too-many',
        `${pinsAtMost} nodes are pinned, and more is not possible.`,
        'Drop or stash some first.',
      )
    await writeMemory(engine.store, loom.branch.id, memory, engine.now())
    return { result: { pinned: node.shortId, pins: memory.pins.length } }
  },
)
