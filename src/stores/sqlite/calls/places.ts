import { BranchNotFound, CallNotFound } from '../../errors.ts'
import type { ConversationKeys } from '../conversation-keys.ts'
import type { Connection } from '../database/connection.ts'
import { slot } from '../database/statement.ts'

/** What the rows about calls refer to. */
export interface Places {
  /** The key of a conversation that has this branch. Throws `ConversationNotFound`, `BranchNotFound`. */
  keyOf(place: { readonly conversation: string; readonly branch: string }): number
  /** The id of a conversation. */
  idOf(key: number): string
  /** Throws `CallNotFound`. */
  checkCall(id: string): void
}

/** Looks up what rows about calls refer to. */
export function places(connection: Connection, conversations: ConversationKeys): Places {
  const home = connection.prepare((query) =>
    query.selectFrom('branches').select('conversation').where('id', '=', slot<string>(0)),
  )
  const call = connection.prepare((query) => query.selectFrom('calls').select('id').where('id', '=', slot<string>(0)))
  return {
    keyOf: ({ conversation, branch }) => {
      const key = conversations.keyOf(conversation)
      if (home.get(branch)?.conversation !== key) throw new BranchNotFound(branch)
      return key
    },
    idOf: conversations.idOf,
    checkCall: (id) => {
      if (!call.get(id)) throw new CallNotFound(id)
    },
  }
}
