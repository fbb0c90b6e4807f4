import { decide, leaveOut, undecided } from './draft.ts'
import type { Policy } from './policy.ts'

/** Leaves out what was lent to the window for a time that is over. */
export const lease: Policy = {
  name: 'lease',
  apply: (draft) =>
    decide(
      draft,
      undecided(draft, (candidate) => candidate.leaseTurns === 0).map(({ index }) => [
        index,
        leaveOut({ kind: 'lease-expired' }),
      ]),
    ),
}
