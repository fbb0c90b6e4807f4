import type { PlanInput } from '../../src/index.ts'

/** Budget and settings under which nothing has to go. */
export const unlimited: Pick<PlanInput, 'budget' | 'settings'> = {
  budget: { window: Number.MAX_SAFE_INTEGER, reserved: 0, safety: 0 },
  settings: { historyStrategy: 'truncateMiddle', minimumRecentNodes: 4, markerSize: 0, shares: {} },
}
