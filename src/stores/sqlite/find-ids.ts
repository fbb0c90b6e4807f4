import type { Conversations } from '../store.ts'
import type { Connection } from './database/connection.ts'
import { type Statement, slot } from './database/statement.ts'

/** How many ids one search returns at the most. */
const most = 10

/** Finds ids by how they begin, through the indexes. */
export function finding(connection: Connection): Pick<Conversations, 'findIds'> {
  const conversationIds = connection.prepare((query) =>
    query
      .selectFrom('conversations')
      .select(['id', 'short_id as short'])
      .where('id', '>=', slot<string>(0))
      .where('id', '<', slot<string>(1))
      .orderBy('id')
      .limit(most),
  )
  const conversationShortIds = connection.prepare((query) =>
    query
      .selectFrom('conversations')
      .select(['id', 'short_id as short'])
      .where('short_id', '>=', slot<string>(0))
      .where('short_id', '<', slot<string>(1))
      .orderBy('short_id')
      .limit(most),
  )
  const nodesOf = (conversation: boolean, column: 'nodes.id' | 'nodes.short_id'): Statement<Found> =>
    connection.prepare((query) => {
      const nodes = query
        .selectFrom('conversations')
        .innerJoin('nodes', 'nodes.conversation', 'conversations.key')
        .select(['nodes.id as id', 'nodes.short_id as short'])
        .where(column, '>=', slot<string>(0))
        .where(column, '<', slot<string>(1))
        .orderBy(column)
        .limit(most)
      return conversation ? nodes.where('conversations.id', '=', slot<string>(2)) : nodes
    })
  const nodes = { some: nodesOf(true, 'nodes.id'), all: nodesOf(false, 'nodes.id') }
  const shortNodes = { some: nodesOf(true, 'nodes.short_id'), all: nodesOf(false, 'nodes.short_id') }
  const planIds = connection.prepare((query) =>
    query
      .selectFrom('plans')
      .select(['id', 'id as short'])
      .where('id', '>=', slot<string>(0))
      .where('id', '<', slot<string>(1))
      .orderBy('id')
      .limit(most),
  )

  const search = (statement: Statement<Found>, start: string, ...more: readonly string[]): Found[] =>
    statement.all(start, `${start}\uffff`, ...more)

  const candidates = (kind: Kind, start: string, conversation: string | undefined): Found[] => {
    const lower = start.toLowerCase()
    const given = [...new Set([start, start.toUpperCase()])]
    if (kind === 'plan') return search(planIds, lower)
    if (kind === 'conversation')
      return [...given.flatMap((text) => search(conversationIds, text)), ...search(conversationShortIds, lower)]
    return conversation === undefined
      ? [...given.flatMap((text) => search(nodes.all, text)), ...search(shortNodes.all, lower)]
      : [
          ...given.flatMap((text) => search(nodes.some, text, conversation)),
          ...search(shortNodes.some, lower, conversation),
        ]
  }
  return {
    findIds: async (kind, start, conversation) => {
      const found = candidates(kind, start, conversation)
      const exact = found.filter(
        ({ id, short }) => id === start || id === start.toUpperCase() || short === start.toLowerCase(),
      )
      const ids = new Set((exact.length > 0 ? exact : found).map(({ id }) => id))
      return [...ids].sort().slice(0, most)
    },
  }
}

type Kind = Parameters<Conversations['findIds']>[0]

interface Found {
  readonly id: string
  readonly short: string
}
