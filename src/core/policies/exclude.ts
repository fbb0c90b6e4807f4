import { decide, leaveOut, undecided } from './draft.ts'
import type { Policy } from './policy.ts'

/** Leaves out what is barred before planning begins, each with its reason. */
export const exclude: Policy = {
  name: 'exclude',
  apply: (draft) =>
    decide(
      draft,
      undecided(draft, (candidate) => candidate.bar !== undefined).map(({ index, candidate }) => [
        index,
        leaveOut({ kind: candidate.bar as NonNullable<typeof candidate.bar> }),
      ]),
    ),
}
