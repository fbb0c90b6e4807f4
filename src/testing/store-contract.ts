import type { Store } from '../stores/store.ts'
import { aroundContract } from './store-contract/around.ts'
import { branchFactContract } from './store-contract/branch-facts.ts'
import { branchStateContract } from './store-contract/branch-states.ts'
import { bundleContract } from './store-contract/bundles.ts'
import { callContract } from './store-contract/calls/calls.ts'
import { outcomeContract } from './store-contract/calls/outcomes.ts'
import { contentContract } from './store-contract/contents.ts'
import { conversationContract } from './store-contract/conversations.ts'
import { nodeContract } from './store-contract/nodes.ts'
import { pathContract } from './store-contract/paths.ts'
import { planContract } from './store-contract/plans.ts'
import { pruneContract } from './store-contract/prunes.ts'
import type { Runner } from './store-contract/samples.ts'
import { searchContract } from './store-contract/search.ts'
import { treeContract } from './store-contract/trees.ts'

export type { Runner } from './store-contract/samples.ts'

/**
 * Registers the tests that every store adapter passes. `open` makes an empty store for each test, which is closed after
 * it. `runner` is the `describe` and `it` of a test runner: vitest, node:test, jest, mocha.
 */
export function storeContract(name: string, open: () => Store | Promise<Store>, runner: Runner): void {
  runner.describe(`${name} keeps the store contract`, () => {
    const test = (title: string, body: (store: Store) => Promise<void>): void => {
      runner.it(title, async () => {
        const store = await open()
        try {
          await body(store)
        } finally {
          await store.close()
        }
      })
    }
    const parts = [
      conversationContract,
      nodeContract,
      pathContract,
      treeContract,
      pruneContract,
      aroundContract,
      searchContract,
      contentContract,
      branchStateContract,
      branchFactContract,
      planContract,
      bundleContract,
      callContract,
      outcomeContract,
    ]
    for (const part of parts) part(test)
  })
}
