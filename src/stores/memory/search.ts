import type { Part } from '../../core/content/part.ts'
import { routeNodes } from '../../history/route.ts'
import { parseSearch, placesOf, wordsOf } from '../../history/search-query.ts'
import { searchText } from '../../history/search-text.ts'
import { snippetOf } from '../../history/snippet.ts'
import { ConversationNotFound } from '../errors.ts'
import type { Search } from '../store.ts'
import { heldNode, type State } from './state.ts'

/** Searches in memory: reads every text, and ranks by how much of it is what was looked for. */
export function memorySearch(state: State): Search {
  const textOf = (content: string): string =>
    searchText(JSON.parse(state.contents.get(content) ?? '[]') as readonly Part[])
  return {
    search: async (query, { conversation, route, limit }) => {
      const terms = parseSearch(query)
      if (conversation !== undefined && !state.conversations.has(conversation))
        throw new ConversationNotFound(conversation)
      const up = (id: string): string | null => {
        const { node } = heldNode(state, id)
        return node.annotation ? null : node.parent
      }
      const on = route && new Set(routeNodes(route, up))
      return [...state.nodes.values()]
        .filter(
          ({ node }) => (conversation === undefined || node.conversation === conversation) && (!on || on.has(node.id)),
        )
        .flatMap(({ node }, at) => {
          const text = textOf(node.content)
          const words = [...wordsOf(text)]
          const found = terms.map((term) => placesOf(term, words).length)
          if (found.some((count) => count === 0)) return []
          const score = found.reduce((sum, count) => sum + count, 0) / words.length
          return [{ node, at, score, text }]
        })
        .sort((a, b) => b.score - a.score || b.node.createdAt - a.node.createdAt || b.at - a.at)
        .slice(0, Math.max(0, limit))
        .map(({ node, text }) => ({
          node: node.id,
          conversation: node.conversation,
          snippet: snippetOf(text, terms),
        }))
    },
  }
}
