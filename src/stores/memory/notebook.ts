import type { Notebook } from '../notebook.ts'
import { writtenIn } from './around.ts'
import { heldNode, type State } from './state.ts'
import { childrenOf } from './trees.ts'

/** Bookmarks, tags and visits in memory. */
export function memoryNotebook(state: State): Notebook {
  const lastOf = (nodes: readonly string[]): string | null =>
    nodes.reduce<string | null>((last, node) => {
      const at = state.visits.get(node)
      if (at === undefined) return last
      return last === null || at >= (state.visits.get(last) ?? 0) ? node : last
    }, null)
  return {
    bookmark: async (node, label, at) => {
      heldNode(state, node)
      if (label === null) state.bookmarks.delete(node)
      else state.bookmarks.set(node, { node, label, at })
    },
    bookmarks: async (conversation) =>
      writtenIn(state, conversation)
        .flatMap((node) => state.bookmarks.get(node) ?? [])
        .sort((a, b) => a.at - b.at),
    tag: async (node, tag, on) => {
      heldNode(state, node)
      const tags = new Set(state.tags.get(node))
      if (on) tags.add(tag)
      else tags.delete(tag)
      state.tags.set(node, tags)
    },
    tags: async (node) => {
      heldNode(state, node)
      return [...(state.tags.get(node) ?? [])].sort()
    },
    tagged: async (conversation, tag) =>
      writtenIn(state, conversation).filter((node) => state.tags.get(node)?.has(tag) === true),
    visit: async (node, at) => {
      heldNode(state, node)
      state.visits.set(node, at)
    },
    visits: async (nodes) =>
      new Map(
        nodes.flatMap((node) => {
          const at = state.visits.get(node)
          return at === undefined ? [] : [[node, at] as const]
        }),
      ),
    lastVisitedChild: async (node) => {
      heldNode(state, node)
      return lastOf(childrenOf(state, node))
    },
    unread: async (conversation, { after, limit }) => {
      const nodes = writtenIn(state, conversation)
      if (after !== undefined) heldNode(state, after)
      const behind = after === undefined ? nodes : nodes.slice(nodes.indexOf(after) + 1)
      return behind.filter((node) => !state.visits.has(node)).slice(0, Math.max(0, limit))
    },
  }
}
