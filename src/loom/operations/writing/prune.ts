import { OperationRefused } from '../errors.ts'
import { findNode, nodeName, positionOf } from '../find.ts'
import { type Operation, operation } from '../operation.ts'

/** Keeps a node and everything behind it out of paths. Not what the agent stands on. */
export const prune: Operation = operation(
  {
    name: 'prune',
    permission: 'loom_write',
    about: 'Hide a node with all behind it from every path. Nothing is lost; loom_restore undoes it.',
  },
  { node: nodeName },
  async (engine, loom, { node: name }) => {
    const node = await findNode(engine.store, loom, name)
    if ((await positionOf(engine.store, loom, node.id)) !== undefined)
      throw new OperationRefused(
        'on-path',
        `${node.shortId} is on the path you are on, and you would hide where you are.`,
        'Go to another branch first, with loom_switch.',
      )
    const { id, count } = await engine.store.prune(node.id, engine.now())
    return { result: { prune: id, node: node.shortId, nodes: count } }
  },
)
