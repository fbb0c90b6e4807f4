import { OperationRefused } from '../errors.ts'
import { findNode, nodeName, writtenText } from '../find.ts'
import { type Loom, type LoomEngine, type Operation, operation } from '../operation.ts'
import { type Written, write } from './write.ts'

/** Makes a later version of a node, by the same kind of author. What goes on from it goes on from the version, too. */
export const edit: Operation = operation(
  {
    name: 'edit',
    permission: 'loom_write',
    about: 'Make a new version of a node with another text. What follows it stays; the old version is kept.',
  },
  { node: nodeName, text: writtenText },
  async (engine, loom, { node: name, text }) => {
    const node = await findNode(engine.store, loom, name)
    if (node.parent === null)
      throw new OperationRefused(
        'version-of-root',
        `${node.shortId} is the first node, and has no versions.`,
        'Annotate it instead.',
      )
    const { detours } = await engine.store.route(node.id, loom.branch.id)
    const version: Written = {
      parent: detours.find(({ at }) => at === node.id)?.to ?? node.parent,
      parts: [{ kind: 'text', text }],
      author: node.author,
      editedFrom: node.id,
      ...(node.annotation === true ? { annotation: true } : {}),
    }
    const [made] = await write(engine, loom, [version], { moves: node.id === loom.branch.head })
    if (made) await choose(engine, loom, node.id, made.id)
    return { result: { version: made?.shortId ?? null, of: node.shortId } }
  },
)

/** Where this branch had chosen the node among versions, it goes on with the new one. */
async function choose({ store, now }: LoomEngine, { branch }: Loom, before: string, version: string): Promise<void> {
  for (const [target, selection] of await store.selections(branch.id))
    if (selection.source === before) await store.select(branch.id, target, { ...selection, source: version }, now())
}
