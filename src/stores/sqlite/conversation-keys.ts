import { ConversationNotFound } from '../errors.ts'
import type { Connection } from './database/connection.ts'
import { slot } from './database/statement.ts'

/** Conversations by the integer that rows refer to them by. */
export interface ConversationKeys {
  /** Throws `ConversationNotFound`. */
  keyOf(id: string): number
  idOf(key: number): string
}

/** Looks keys up once; conversations are never removed. */
export function conversationKeys(connection: Connection): ConversationKeys {
  const keys = new Map<string, number>()
  const ids = new Map<number, string>()
  const byId = connection.prepare((query) =>
    query.selectFrom('conversations').select('key').where('id', '=', slot<string>(0)),
  )
  const byKey = connection.prepare((query) =>
    query.selectFrom('conversations').select('id').where('key', '=', slot<number>(0)),
  )
  return {
    keyOf: (id) => {
      const key = keys.get(id) ?? byId.get(id)?.key
      if (key === undefined) throw new ConversationNotFound(id)
      keys.set(id, key)
      return key
    },
    idOf: (key) => {
      const id = ids.get(key) ?? byKey.get(key)?.id
      if (id === undefined) throw new ConversationNotFound(`number ${key}`)
      ids.set(key, id)
      return id
    },
  }
}
