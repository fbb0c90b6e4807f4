import { HeddleError } from '../../core/errors.ts'
import type { NotCompacted, NotCompactedCode } from './request.ts'

/** Why nothing is compacted, or undone, by code. */
export type CompactionFault = NotCompactedCode | 'nothing-compacted' | 'unknown-summary'

/** It cannot be done. The code says why; `reference` is what was named. */
export class CompactionRefused extends HeddleError {
  declare readonly code: CompactionFault
  readonly reference: string
  constructor(code: CompactionFault, reference: string, message: string) {
    super(code, message)
    this.reference = reference
  }
}

/** Why nothing is compacted, as an error that says what to do. `name` is how its reference is shown. */
export function refusalOf({ code, reference }: NotCompacted, name: string = reference): CompactionRefused {
  return new CompactionRefused(code, reference, describe(code, name))
}

function describe(code: NotCompactedCode, name: string): string {
  switch (code) {
    case 'nothing-to-compact':
      return 'There is nothing to compact between the first pair and the last steps. Keep fewer with --keep, or name a range with --from and --to.'
    case 'already-compacted':
      return 'This range is compacted already. Name a larger one, or undo that first with `heddle compact --undo`.'
    case 'holds-newest':
      return 'The newest input and the last step are never compacted. End the range before them, or begin it behind the input.'
    case 'not-on-branch':
      return `${name} is not on the way to where the branch ends. \`heddle log --all\` shows what is.`
    case 'backwards':
      return 'The range ends before it begins. Exchange --from and --to.'
    case 'buffer-mode':
      return 'A buffer is one text, which is never compacted.'
    case 'unknown-file':
      return `Nothing from this range on shows or changes the file ${name}, so its newest state is not known.`
    case 'not-smaller':
      return 'A summary would not be smaller than what it stands for. Name a larger range.'
    case 'no-summariser':
      return 'Nobody is there to write a summary.'
    default:
      return code satisfies never
  }
}
