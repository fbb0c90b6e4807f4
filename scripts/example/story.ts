import type { Step } from './step.ts'
import { addsAllotted } from './turns/adds-allotted.ts'
import { addsSections } from './turns/adds-sections.ts'
import { asksHowItCuts } from './turns/asks-how-it-cuts.ts'
import { asksWhatIsSeen } from './turns/asks-what-is-seen.ts'
import { returnsToCutting } from './turns/returns-to-cutting.ts'

/** What the agent was told at the start. */
export const system: string = [
  'You are the coding agent of the Heddle repository, an open-source context engine in TypeScript.',
  'Read code before you talk about it, and name the file you mean. Change as little as a task needs. Keep the core pure: no I/O, no clock, no randomness.',
  'After a change, run the tests and the type checker. Answer briefly and plainly. Use the words of the code: candidate, section, form, decision, reason, atom.',
].join('\n\n')

/** The whole session, turn by turn. It ends with results that the model has not answered yet: planning its next call is the example. */
export const story: readonly Step[] = [
  ...asksHowItCuts,
  ...asksWhatIsSeen,
  ...addsSections,
  ...addsAllotted,
  ...returnsToCutting,
]
