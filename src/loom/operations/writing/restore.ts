import { z } from 'zod'
import type { Prune } from '../../../history/prune.ts'
import { OperationRefused } from '../errors.ts'
import { findNode, shortIdsOf } from '../find.ts'
import { type Loom, type LoomEngine, type Operation, operation } from '../operation.ts'

/** Undoes exactly one prune. */
export const restore: Operation = operation(
  {
    name: 'restore',
    permission: 'loom_write',
    about: 'Undo a prune: exactly that one. Name it, or the node that was pruned.',
  },
  { prune: z.string().min(1).describe('Id of a prune, or short id of the node that was pruned.') },
  async (engine, loom, { prune: name }) => {
    const prune = await findPrune(engine, loom, name)
    await engine.store.restore(prune.id, engine.now())
    const [node] = await shortIdsOf(engine.store, loom, [prune.node])
    return { result: { restored: node ?? null, nodes: prune.count } }
  },
)

/** The prune of that id, else the latest one of that node. */
async function findPrune({ store }: LoomEngine, loom: Loom, name: string): Promise<Prune> {
  const prunes = await store.prunes(loom.conversation.id)
  const byId = prunes.find(({ id }) => id === name)
  if (byId) return byId
  const node = await findNode(store, loom, name)
  const latest = prunes.findLast((prune) => prune.node === node.id)
  if (latest) return latest
  throw new OperationRefused(
    'not-pruned',
    `${node.shortId} is not what was named in any prune that stands.`,
    'loom_list shows the prunes.',
  )
}
