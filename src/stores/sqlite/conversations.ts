import type { Conversation } from '../../history/conversation.ts'
import { ChangedMeanwhile, ConversationNotFound, DuplicateId } from '../errors.ts'
import { isSame } from '../is-same.ts'
import type { Conversations } from '../store.ts'
import type { Branches } from './branches.ts'
import type { Connection } from './database/connection.ts'
import { isUniqueViolation } from './database/faults.ts'
import type { ConversationTable } from './database/schema.ts'
import { slot } from './database/statement.ts'

type Part =
  | 'createConversation'
  | 'updateConversation'
  | 'conversation'
  | 'nodeCount'
  | 'conversations'
  | 'conversationByOrigin'

/** Writes and reads conversations. */
export function conversations(connection: Connection, branches: Branches): Pick<Conversations, Part> {
  const insert = connection.prepare((query) =>
    query.insertInto('conversations').values({
      id: slot(0),
      title: slot(1),
      system: slot(2),
      tools: slot(3),
      agent: slot(4),
      branch: slot(5),
      settings: slot(6),
      updated_at: slot(7),
      short_id: slot(8),
      mode: slot(9),
      origin: slot(10),
      created_at: slot(11),
      nodes: 0,
    }),
  )
  const update = connection.prepare((query) =>
    query
      .updateTable('conversations')
      .set({
        title: slot<string>(1),
        system: slot<string>(2),
        tools: slot<string>(3),
        agent: slot<string>(4),
        branch: slot<string>(5),
        settings: slot<string>(6),
        updated_at: slot<number>(7),
      })
      .where('id', '=', slot<string>(0)),
  )
  const byId = connection.prepare((query) =>
    query.selectFrom('conversations').selectAll().where('id', '=', slot<string>(0)),
  )
  const byOrigin = connection.prepare((query) =>
    query.selectFrom('conversations').selectAll().where('origin', '=', slot<string>(0)),
  )
  const all = connection.prepare((query) =>
    query.selectFrom('conversations').selectAll().orderBy('updated_at', 'desc').orderBy('id', 'desc'),
  )
  const changes = (held: Conversation): Values => [
    held.id,
    held.title,
    held.system,
    JSON.stringify(held.tools),
    held.agent,
    held.branch,
    JSON.stringify(held.settings),
    held.updatedAt,
  ]
  const insertOne = (held: Conversation): number => {
    try {
      return insert.insert(...changes(held), held.shortId, held.mode, held.origin, held.createdAt)
    } catch (error) {
      throw isUniqueViolation(error) ? new DuplicateId('origin', held.origin ?? '') : error
    }
  }
  return {
    createConversation: async (held, branch) =>
      connection.transaction(() => {
        if (byId.get(held.id)) throw new DuplicateId('conversation', held.id)
        branches.add({ ...branch, conversation: held.id }, insertOne(held))
      }),
    updateConversation: async (held, before) =>
      connection.transaction(() => {
        const row = byId.get(held.id)
        if (!row) throw new ConversationNotFound(held.id)
        if (before !== undefined && !isSame(conversationOf(row), before)) throw new ChangedMeanwhile(held.id)
        update.run(...changes(held))
      }),
    conversation: async (id) => {
      const row = byId.get(id)
      return row && conversationOf(row)
    },
    nodeCount: async (id) => byId.get(id)?.nodes ?? 0,
    conversations: async () => all.all().map((row) => conversationOf(row)),
    conversationByOrigin: async (origin) => {
      const row = byOrigin.get(origin)
      return row && conversationOf(row)
    },
  }
}

type Values = readonly (string | number | null)[]

type Row = Omit<ConversationTable, 'key'>

function conversationOf(row: Row): Conversation {
  return {
    id: row.id,
    shortId: row.short_id,
    title: row.title,
    mode: row.mode as Conversation['mode'],
    system: row.system,
    tools: JSON.parse(row.tools) as Conversation['tools'],
    agent: row.agent,
    branch: row.branch,
    settings: JSON.parse(row.settings) as Conversation['settings'],
    origin: row.origin,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}
