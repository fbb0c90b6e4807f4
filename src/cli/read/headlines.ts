import type { Workspace } from '../../config/open.ts'
import type { AuthorType } from '../../core/content/part.ts'
import type { Node } from '../../history/node.ts'
import { headline } from '../print/parts.ts'

/** A node on one line. */
export interface Headline {
  readonly id: string
  readonly shortId: string
  readonly author: AuthorType
  readonly text: string
}

/** Nodes by id, each on one line, in the order of the ids; those that are not there are left out. */
export async function headlines({ store }: Workspace, ids: readonly string[]): Promise<readonly Headline[]> {
  const nodes: Node[] = []
  for (const id of ids) {
    const node = await store.node(id)
    if (node) nodes.push(node)
  }
  const contents = await store.contents(nodes.filter(({ gone }) => gone === undefined).map(({ content }) => content))
  return nodes.map(({ id, shortId, author, content, gone }) => ({
    id,
    shortId,
    author,
    text: gone ? `(${gone})` : headline(contents.get(content) ?? []),
  }))
}
