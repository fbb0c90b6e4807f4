import type { DatabaseSync } from 'node:sqlite'
import type { Store } from '../store.ts'
import { blobs } from './blobs.ts'
import { branches } from './branches.ts'
import { contentStore } from './contents.ts'
import { conversationKeys } from './conversation-keys.ts'
import { conversations } from './conversations.ts'
import { open } from './database/open.ts'
import { finding } from './find-ids.ts'
import { appending } from './nodes/append.ts'
import { intake } from './nodes/intake.ts'
import { marks } from './nodes/marks.ts'
import { paths } from './nodes/paths.ts'
import { sizes } from './nodes/sizes.ts'
import { tree } from './nodes/tree.ts'
import { plans } from './plans.ts'
import { stats } from './stats.ts'

/**
 * A store in one SQLite database: a file (made if it is not there; its folder must be), `:memory:`, or a database that
 * is open already. Work is done at once, in the calling thread; a write waits up to a minute for other connections'.
 * Throws `StoreUnusable` where the file cannot be a store, and says why.
 */
export function sqliteStore(location: string | DatabaseSync): Store {
  const connection = open(location)
  const keys = conversationKeys(connection)
  const contents = blobs(connection, 'contents')
  const parts = { tree: tree(connection), sizes: sizes(connection), conversations: keys }
  const taken = intake(connection, contents, parts.sizes)
  const branchStore = branches(connection, keys, parts.tree)
  const { createBranch, moveBranch, branch, branches: branchesOf } = branchStore
  return {
    ...paths(connection, parts),
    ...marks(connection, parts),
    ...contentStore(connection, contents, blobs(connection, 'documents'), taken),
    ...conversations(connection, branchStore),
    ...finding(connection),
    ...appending(connection, { ...parts, branches: branchStore, intake: taken }),
    ...plans(connection, keys),
    ...stats(connection),
    createBranch,
    moveBranch,
    branch,
    branches: branchesOf,
    close: async () => connection.close(),
  }
}
