import type { Store } from '../store.ts'
import { memoryAround } from './around.ts'
import { memoryBranchFacts } from './branch-facts.ts'
import { memoryBranchStates } from './branch-states.ts'
import { memoryBundles } from './bundles.ts'
import { memoryCalls } from './calls.ts'
import { memoryContents } from './contents.ts'
import { memoryConversations } from './conversations.ts'
import { memoryNodes } from './nodes.ts'
import { memoryNotebook } from './notebook.ts'
import { memoryPaths } from './paths.ts'
import { memoryPlans } from './plans.ts'
import { memorySearch } from './search.ts'
import { emptyState } from './state.ts'
import { memoryTrees } from './trees.ts'

/** A store that keeps nothing beyond the process. It is for tests: simple, and slow on deep paths. */
export function memoryStore(): Store {
  const state = emptyState()
  return {
    ...memoryContents(state),
    ...memoryConversations(state),
    ...memoryNodes(state),
    ...memoryPaths(state),
    ...memoryTrees(state),
    ...memoryAround(state),
    ...memoryNotebook(state),
    ...memoryBranchStates(state),
    ...memoryBranchFacts(state),
    ...memorySearch(state),
    ...memoryPlans(state),
    ...memoryBundles(state),
    ...memoryCalls(state),
    stats: async () => ({
      conversations: state.conversations.size,
      branches: state.branches.size,
      nodes: state.nodes.size,
      contents: state.contents.size,
      textBytes: [...state.contents.values()].reduce((sum, json) => sum + new TextEncoder().encode(json).length, 0),
      plans: state.plans.size,
      calls: state.calls.size,
      bytes: 0,
    }),
    close: async () => {},
  }
}
