import { z } from 'zod'
import type { Node } from '../../../history/node.ts'
import type { Store } from '../../../stores/store.ts'
import { OperationRefused } from '../errors.ts'
import { findNodeOrHead, nodeName } from '../find.ts'
import { glimpses } from '../looking/show.ts'
import { type Operation, operation } from '../operation.ts'
import { write } from './write.ts'

/** How many continuations may be written at once. */
const atMost = 10

/** The newest node up to one that leaves no call open: nothing can be said behind a call without its result. */
async function answered(store: Store, node: Node): Promise<Node> {
  for (let at = node; ; ) {
    const parent = at.openCalls > 0 && at.parent !== null ? await store.node(at.parent) : undefined
    if (!parent) return at
    at = parent
  }
}

/** Has continuations of a node written by a model, side by side. The branch stays where it is. */
export const continueFrom: Operation = operation(
  {
    name: 'continue',
    permission: 'loom_generate',
    about: `Have up to ${atMost} continuations of a node (default: where you are) written, side by side.`,
  },
  {
    node: nodeName.optional(),
    n: z.int().min(1).max(atMost).optional().describe('Default 1.'),
    instruction: z.string().max(8000).optional(),
  },
  async (engine, loom, { node: name, n = 1, instruction }) => {
    const node = await answered(engine.store, await findNodeOrHead(engine.store, loom, name))
    if (!loom.generator)
      throw new OperationRefused(
        'no-generator',
        'There is no model here that could write continuations.',
        'Ask the person to set one up.',
      )
    const texts = await loom.generator.generate({
      conversation: loom.conversation,
      branch: loom.branch,
      node: node.id,
      count: n,
      ...(instruction === undefined ? {} : { instruction }),
    })
    const written = texts.slice(0, n).map((parts) => ({ parent: node.id, parts }))
    const made = written.length === 0 ? [] : await write(engine, loom, written)
    return { result: { from: node.shortId, nodes: await glimpses(engine.store, made) } }
  },
)
