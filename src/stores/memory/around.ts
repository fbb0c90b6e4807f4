import type { Node, Siblings } from '../../history/node.ts'
import { withDescendants } from '../../history/prune.ts'
import { ConversationNotFound, PruneNotFound } from '../errors.ts'
import type { Trees } from '../store.ts'
import type { Stretch } from '../stretch.ts'
import { type HeldPrune, heldNode, nextRevision, type State } from './state.ts'
import { childrenOf } from './trees.ts'

type Part = 'prune' | 'restore' | 'prunes' | 'root' | 'written' | 'children' | 'siblings' | 'descendantCount'

/** Prunes, and looking around, in memory: every question goes through all nodes. */
export function memoryAround(state: State): Pick<Trees, Part> {
  const order = new Map<string, number>()
  const place = (id: string): number => {
    if (!order.has(id)) for (const [at, node] of [...state.nodes.keys()].entries()) order.set(node, at)
    return order.get(id) ?? -1
  }
  const within = (nodes: readonly string[], { after, before, limit }: Stretch): Node[] => {
    for (const id of [after, before]) if (id !== undefined) heldNode(state, id)
    const inside = nodes.filter(
      (id) => (after === undefined || place(id) > place(after)) && (before === undefined || place(id) < place(before)),
    )
    const isBackward = after === undefined && before !== undefined
    const most = Math.max(0, limit)
    const found = isBackward ? inside.slice(Math.max(0, inside.length - most)) : inside.slice(0, most)
    return found.map((id) => heldNode(state, id).node)
  }
  return {
    prune: async (node, at) => {
      const { conversation } = heldNode(state, node).node
      const covered = withDescendants(node, (each) => childrenOf(state, each))
      const revision = nextRevision(state)
      const prune = { id: `prune-${revision}`, node, count: covered.length, at }
      state.prunes.push({ ...prune, conversation, revision, covered: new Set(covered) })
      return prune
    },
    restore: async (id) => {
      const prune = state.prunes.find((each) => each.id === id && each.restored === undefined)
      if (!prune) throw new PruneNotFound(id)
      prune.restored = nextRevision(state)
    },
    prunes: async (conversation) => {
      check(state, conversation)
      return state.prunes
        .filter((prune) => prune.conversation === conversation && prune.restored === undefined)
        .map(({ id, node, count, at }: HeldPrune) => ({ id, node, count, at }))
    },
    root: async (conversation) => {
      check(state, conversation)
      return writtenIn(state, conversation)[0] ?? null
    },
    written: async (conversation, stretch) => {
      check(state, conversation)
      return within(writtenIn(state, conversation), stretch)
    },
    children: async (node, { type = 'continuation', ...stretch }) => {
      heldNode(state, node)
      return within(childrenOf(state, node, type), stretch)
    },
    siblings: async (id): Promise<Siblings> => {
      const { parent, annotation } = heldNode(state, id).node
      const all = parent === null ? [id] : childrenOf(state, parent, annotation ? 'annotation' : 'continuation')
      const index = all.indexOf(id)
      return {
        index,
        count: all.length,
        first: all[0] ?? id,
        last: all.at(-1) ?? id,
        previous: all[index - 1] ?? null,
        next: all[index + 1] ?? null,
      }
    },
    descendantCount: async (node) => {
      heldNode(state, node)
      return withDescendants(node, (each) => childrenOf(state, each)).length - 1
    },
  }
}

function check(state: State, conversation: string): void {
  if (!state.conversations.has(conversation)) throw new ConversationNotFound(conversation)
}

/** The ids of a conversation's nodes in the order in which they were written. */
export function writtenIn(state: State, conversation: string): string[] {
  check(state, conversation)
  return [...state.nodes.values()].filter(({ node }) => node.conversation === conversation).map(({ node }) => node.id)
}
