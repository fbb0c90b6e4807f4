import type { Node } from '../../history/node.ts'
import type { Store } from '../../stores/store.ts'

/** The node that a version, or a version of a version, was first made of. */
export async function originOf(store: Store, node: Node): Promise<string> {
  let at = node
  for (let from = at.editedFrom; from !== undefined; from = at.editedFrom) {
    const edited = await store.node(from)
    if (!edited) break
    at = edited
  }
  return at.id
}
