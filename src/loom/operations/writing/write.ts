import type { Node } from '../../../history/node.ts'
import type { NewNode } from '../../../stores/store.ts'
import type { Loom, LoomEngine } from '../operation.ts'

/** What an agent writes; the rest is filled in. */
export type Written = Pick<NewNode, 'parent' | 'parts' | 'annotation' | 'editedFrom'> & Partial<Pick<NewNode, 'author'>>

/** Writes nodes in the agent's name. With `moves` the branch ends at the last of them afterwards. */
export async function write(
  engine: LoomEngine,
  { conversation, branch, measure, authorId }: Loom,
  written: readonly Written[],
  { moves = false }: { readonly moves?: boolean } = {},
): Promise<readonly Node[]> {
  const nodes = written.map(
    (each): NewNode => ({
      author: 'model',
      ...each,
      id: engine.newId(),
      createdAt: engine.now(),
      ...(authorId === undefined ? {} : { authorId }),
    }),
  )
  const target = { conversation: conversation.id, measures: [measure], ...(moves ? { branch: branch.id } : {}) }
  const made = await engine.store.append(nodes, target)
  const current = await engine.store.conversation(conversation.id)
  if (current) await engine.store.updateConversation({ ...current, updatedAt: engine.now() })
  return made
}
