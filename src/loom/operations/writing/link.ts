import { HeddleError } from '../../../core/errors.ts'
import type { Node } from '../../../history/node.ts'
import { findNode, nodeName } from '../find.ts'
import { type LoomEngine, type Operation, operation } from '../operation.ts'

/**
 * Notes that two nodes belong together: an annotation edge between them, which changes no path. An ancestor is always the
 * source, since edges cannot lead back.
 */
export const link: Operation = operation(
  {
    name: 'link',
    permission: 'loom_write',
    about: 'Note that two nodes belong together. No path changes by it.',
  },
  { from: nodeName, to: nodeName },
  async (engine, loom, { from, to }) => {
    const [source, target] = [await findNode(engine.store, loom, from), await findNode(engine.store, loom, to)]
    const [a, b] = await connect(engine, source, target)
    return { result: { from: a.shortId, to: b.shortId } }
  },
)

async function connect(engine: LoomEngine, source: Node, target: Node): Promise<readonly [Node, Node]> {
  const add = async (from: Node, to: Node): Promise<readonly [Node, Node]> => {
    const edge = { target: to.id, type: 'annotation', sources: [{ node: from.id, role: 'primary' }] } as const
    await engine.store.addEdge(edge, engine.now())
    return [from, to]
  }
  try {
    return await add(source, target)
  } catch (error) {
    if (!(error instanceof HeddleError) || error.code !== 'cycle' || source.id === target.id) throw error
    return await add(target, source)
  }
}
