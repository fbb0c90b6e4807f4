import type { Candidate } from '../candidate.ts'
import type { LeftOutReason } from '../reason.ts'
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
        leaveOut(reasonFor(candidate)),
      ]),
    ),
}

function reasonFor({ bar, stretch }: Candidate): LeftOutReason {
  if (bar === 'summarised') return { kind: bar, in: stretch?.summary ?? '' }
  return { kind: bar as Exclude<NonNullable<typeof bar>, 'summarised'> }
}
