import type { Part } from '../../../core/content/part.ts'
import { parseSearch, type SearchTerm } from '../../../history/search-query.ts'
import { searchText } from '../../../history/search-text.ts'
import { type SearchHit, snippetOf } from '../../../history/snippet.ts'
import type { Search } from '../../store.ts'
import type { ConversationKeys } from '../conversation-keys.ts'
import type { Connection } from '../database/connection.ts'
import { slot } from '../database/statement.ts'
import type { Lines } from '../nodes/lines.ts'
import { runsOnLine } from '../nodes/runs.ts'
import type { Tree } from '../nodes/tree.ts'
import { goneText } from '../tombstone.ts'
import { textFiller } from './fill-texts.ts'

/** What searching needs. */
export interface SearchParts {
  readonly tree: Tree
  readonly lines: Lines
  readonly conversations: ConversationKeys
}

/** Searches the texts of nodes with the database's full-text index. */
export function searching(connection: Connection, { tree, lines, conversations }: SearchParts): Search {
  const fill = textFiller(connection)
  const hits = (conversation: boolean) =>
    connection.prepare((query) => {
      const found = query
        .selectFrom('texts')
        .innerJoin('nodes', 'nodes.key', 'texts.rowid')
        .select('nodes.key')
        .where('texts', 'match', slot<string>(0))
        .orderBy('rank')
        .orderBy('nodes.created_at', 'desc')
        .orderBy('nodes.key', 'desc')
        .limit(slot<number>(1))
      return conversation ? found.where('nodes.conversation', '=', slot<number>(2)) : found
    })
  const [everywhere, inConversation] = [hits(false), hits(true)]
  const content = connection.prepare((query) =>
    query
      .selectFrom('nodes')
      .innerJoin('contents', 'contents.key', 'nodes.content')
      .select(['nodes.id', 'nodes.conversation', 'contents.json'])
      .where('nodes.key', '=', slot<number>(0)),
  )

  /** Those of the nodes that are on the route. */
  const onRoute = (keys: readonly number[], route: Parameters<Lines['of']>[0]): number[] => {
    const sorted = keys.toSorted((a, b) => a - b)
    const nearest = (key: number): number | undefined => sorted[countUpTo(sorted, key) - 1]
    const on = new Set<number>()
    for (const { bottom, topDepth } of lines.of(route))
      for (const run of runsOnLine(tree, bottom, topDepth, nearest))
        for (let at = countUpTo(sorted, run.top.key - 1); at < countUpTo(sorted, run.bottom.key); at++)
          on.add(sorted[at] ?? -1)
    return keys.filter((key) => on.has(key))
  }
  const hitOf = (key: number, terms: readonly SearchTerm[]): SearchHit[] => {
    const row = content.get(key)
    if (!row || goneText(row.json) !== undefined) return []
    const snippet = snippetOf(searchText(JSON.parse(row.json) as readonly Part[]), terms)
    return [{ node: row.id, conversation: conversations.idOf(row.conversation), snippet }]
  }
  return {
    search: async (query, { conversation, route, limit, onProgress }) => {
      const terms = parseSearch(query)
      const number = conversation === undefined ? undefined : conversations.keyOf(conversation)
      fill(onProgress)
      return connection.reading(() => {
        const most = route === undefined ? Math.max(0, limit) : -1
        const match = terms.map(matchText).join(' AND ')
        const rows = number === undefined ? everywhere.all(match, most) : inConversation.all(match, most, number)
        const keys = rows.map(({ key }) => key)
        const found = route === undefined ? keys : onRoute(keys, route).slice(0, Math.max(0, limit))
        return found.flatMap((key) => hitOf(key, terms))
      })
    },
  }
}

/** A term in the language of the index: its words hold letters and digits alone. */
function matchText({ words, prefix }: SearchTerm): string {
  return `"${words.join(' ')}"${prefix ? ' *' : ''}`
}

/** How many of the sorted keys are not above this one. */
function countUpTo(keys: readonly number[], key: number): number {
  let low = 0
  for (let high = keys.length; low < high; ) {
    const middle = (low + high) >> 1
    if ((keys[middle] ?? 0) <= key) low = middle + 1
    else high = middle
  }
  return low
}
