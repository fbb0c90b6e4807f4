import { readMemory } from '../../aware/branch-state.ts'
import { memoryFacts } from '../../aware/memory-facts.ts'
import { utcMinute } from '../../texts/time.ts'
import { type Operation, operation } from '../operation.ts'

/** Shows the operational memory: pins and stashes with their sizes, and the last actions. */
export const memory: Operation = operation(
  {
    name: 'memory',
    permission: 'loom_aware',
    about: 'See what you keep: pins and stashes with sizes, and your last actions.',
  },
  {},
  async ({ store }, loom) => {
    const held = await readMemory(store, loom.branch.id)
    const { shown } = await memoryFacts(store, loom.measure, loom.branch.id, held)
    return {
      result: {
        measure: shown.measure,
        pins: shown.pins.map(({ shortId, author, size }) => ({ node: shortId, author, size })),
        stashes: shown.stashes.map((each) => ({ ...each })),
        actions: shown.actions.map((action) => ({ ...action, at: utcMinute(action.at) })),
      },
    }
  },
)
