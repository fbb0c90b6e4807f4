import { isEmpty } from '../../core/content/part.ts'
import { sizeOfParts } from '../../core/content/size.ts'
import type { BranchFact } from '../../history/edits/branch-fact.ts'
import type { Node, SizedNode } from '../../history/node.ts'
import { nodeHash } from '../../history/node-hash.ts'
import { shortIds } from '../../history/short-id.ts'
import type { AppendTarget, Contents, NewNode, Store } from '../../stores/store.ts'
import { ScratchOnly } from './errors.ts'

type Noting = Pick<Store, 'append' | 'node' | 'nodes' | 'addFacts' | 'facts'>

/**
 * What planning itself may note, in memory in front of a store: notes about nodes, such as a summary, and facts of a branch.
 * Nodes that go on a path and moves of a branch are refused with the code `scratch-only`.
 */
export function scratchNotes(store: Store, contents: Pick<Contents, 'putContent' | 'contents'>): Noting {
  const notes = new Map<string, Node>()
  const facts = new Map<string, readonly BranchFact[]>()
  const write = async (note: NewNode, { conversation, branch, branches }: AppendTarget): Promise<Node> => {
    const parent = note.parent === null ? undefined : await store.node(note.parent)
    if (!note.annotation || !parent || branch !== undefined || branches !== undefined) throw new ScratchOnly('append')
    const { id, author, authorId, createdAt, parts } = note
    const content = await contents.putContent(parts)
    const by = authorId === undefined ? {} : { authorId }
    const made: Node = {
      id,
      shortId: shortIds(id, 1).next().value ?? id,
      conversation,
      parent: parent.id,
      depth: parent.depth + 1,
      author,
      ...by,
      content,
      hash: nodeHash({ content, parentHash: parent.hash, author, ...by, createdAt }),
      createdAt,
      empty: isEmpty(parts),
      unmatched: false,
      annotation: true,
      openCalls: 0,
    }
    notes.set(id, made)
    return made
  }
  return {
    append: (nodes, target) => Promise.all(nodes.map((node) => write(node, target))),
    node: async (id) => notes.get(id) ?? (await store.node(id)),
    nodes: async (ids, measure) => {
      const found = new Map<string, SizedNode>(await store.nodes(ids, measure))
      for (const id of ids) {
        const note = notes.get(id)
        const parts = note && (await contents.contents([note.content])).get(note.content)
        if (note) found.set(id, { ...note, size: sizeOfParts(parts ?? [], measure) })
      }
      return found
    },
    addFacts: async (branch, added, move) => {
      if (move) throw new ScratchOnly('addFacts')
      facts.set(branch, [...(facts.get(branch) ?? []), ...added])
    },
    facts: async (branch) => [...(await store.facts(branch)), ...(facts.get(branch) ?? [])],
  }
}
