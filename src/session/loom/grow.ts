import type { AuthorType, Part } from '../../core/content/part.ts'
import type { Node } from '../../history/node.ts'
import type { Engine } from '../engine.ts'
import { LoomRefused } from './errors.ts'

/** Who wrote what is added, and in which measures it is counted. */
export interface Growth {
  /** Default model. */
  readonly author?: AuthorType
  readonly authorId?: string
  readonly measures?: readonly string[]
}

/** Adds continuations of a node, one for each text, in that order. They are unread until somebody goes there. */
export async function addChildren(
  engine: Engine,
  parent: Node,
  texts: readonly string[],
  { author = 'model', authorId, measures = [] }: Growth = {},
): Promise<readonly Node[]> {
  const nodes = texts.map((text) => ({
    id: engine.newId(),
    parent: parent.id,
    author,
    ...(authorId === undefined ? {} : { authorId }),
    parts: [{ kind: 'text', text }] as const,
    createdAt: engine.now(),
  }))
  return await engine.store.append(nodes, {
    conversation: parent.conversation,
    measures: await Promise.all(measures.map((id) => engine.loadMeasure(id))),
  })
}

/** Adds siblings behind a node, one for each text. Throws LoomRefused `sibling-of-root`. */
export async function addSiblings(
  engine: Engine,
  node: Node,
  texts: readonly string[],
  growth: Growth = {},
): Promise<readonly Node[]> {
  const parent = node.parent === null ? undefined : await engine.store.node(node.parent)
  if (parent) return await addChildren(engine, parent, texts, growth)
  throw new LoomRefused(
    'sibling-of-root',
    node.id,
    `${node.shortId} is the root, and there is only one. Begin a conversation instead.`,
  )
}

/** Writes a note about a node. It is on no path, and sent only where a request names it. */
export async function annotate(engine: Engine, node: Node, text: string, authorId?: string): Promise<Node> {
  const id = engine.newId()
  const parts: readonly Part[] = [{ kind: 'text', text }]
  const by = authorId === undefined ? {} : { authorId }
  const note = {
    id,
    parent: node.id,
    author: 'human',
    ...by,
    parts,
    createdAt: engine.now(),
    annotation: true,
  } as const
  const [made] = await engine.store.append([note], { conversation: node.conversation, measures: [] })
  return made as Node
}
