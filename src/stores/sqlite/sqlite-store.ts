import type { DatabaseSync } from 'node:sqlite'
import type { Store } from '../store.ts'
import { children } from './around/children.ts'
import { notebook } from './around/notebook.ts'
import { blobs } from './blobs.ts'
import { branchFacts } from './branch-facts.ts'
import { branchStates } from './branch-states.ts'
import { branches } from './branches.ts'
import { bundles } from './bundles.ts'
import { callStore } from './calls/call-store.ts'
import { contentStore } from './contents.ts'
import { conversationKeys } from './conversation-keys.ts'
import { conversations } from './conversations.ts'
import { open } from './database/open.ts'
import { edgeRows } from './edges/edge-rows.ts'
import { links } from './edges/links.ts'
import { pathSources } from './edges/path-sources.ts'
import { routes } from './edges/routes.ts'
import { selections } from './edges/selections.ts'
import { finding } from './find-ids.ts'
import { appending } from './nodes/append.ts'
import { intake } from './nodes/intake.ts'
import { lines } from './nodes/lines.ts'
import { marked as markedNodes } from './nodes/marked.ts'
import { marks } from './nodes/marks.ts'
import { paths } from './nodes/paths.ts'
import { prunes } from './nodes/prunes.ts'
import { sizes } from './nodes/sizes.ts'
import { tree } from './nodes/tree.ts'
import { plans } from './plans.ts'
import { revisions } from './revisions.ts'
import { searching } from './search/search.ts'
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
  const base = {
    tree: tree(connection),
    sizes: sizes(connection),
    conversations: keys,
    revisions: revisions(connection),
  }
  const parts = { ...base, lines: lines(connection, base.tree, base.sizes), edges: edgeRows(connection, base.tree) }
  const taken = intake(connection, contents, parts.sizes)
  const branchStore = branches(connection, keys, parts.tree)
  const { createBranch, moveBranch, branch, branches: branchesOf } = branchStore
  const linked = links(connection, parts)
  const chosen = selections(connection, parts)
  const { mark, ...marked } = marks(connection, parts.tree, parts.revisions)
  const { covered, ...pruned } = prunes(connection, parts)
  return {
    ...paths(connection, parts),
    ...markedNodes(connection, { ...parts, marks: { mark, ...marked }, prunes: { covered, ...pruned } }),
    ...routes(connection, { ...parts, selections: chosen }),
    ...pathSources(connection, parts),
    ...pruned,
    ...children(connection, parts),
    ...notebook(connection, parts),
    ...searching(connection, parts),
    ...branchStates(connection),
    ...branchFacts(connection, { tree: parts.tree, branches: branchStore }),
    ...contentStore(connection, contents, blobs(connection, 'documents'), taken),
    ...conversations(connection, branchStore),
    ...finding(connection),
    ...appending(connection, { ...parts, branches: branchStore, intake: taken, links: linked }),
    ...plans(connection, keys),
    ...bundles(connection),
    ...callStore(connection, keys),
    ...stats(connection),
    mark,
    revision: async () => parts.revisions.last(),
    addEdge: linked.addEdge,
    edges: linked.edges,
    select: chosen.select,
    selections: chosen.selections,
    createBranch,
    moveBranch,
    branch,
    branches: branchesOf,
    close: async () => connection.close(),
  }
}
