import { z } from 'zod'
import { findNodeOrHead, nodeName } from '../find.ts'
import { type Operation, operation } from '../operation.ts'

/** Sets or removes a bookmark. */
export const bookmark: Operation = operation(
  {
    name: 'bookmark',
    permission: 'loom_write',
    about: 'Set a bookmark at a node (default: where you are), with a label if you like, or remove it.',
  },
  { node: nodeName.optional(), label: z.string().trim().max(200).optional(), remove: z.boolean().optional() },
  async (engine, loom, { node: name, label = '', remove = false }) => {
    const node = await findNodeOrHead(engine.store, loom, name)
    await engine.store.bookmark(node.id, remove ? null : label, engine.now())
    return { result: { node: node.shortId, bookmark: remove ? null : label } }
  },
)
