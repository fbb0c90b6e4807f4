import type { FileOutcome } from './pack-report.ts'

/** Why a file is not there, in a few words. */
export function describeCause({ why, detail }: Extract<FileOutcome, { kind: 'left-out' }>): string {
  switch (why) {
    case 'not-found':
      return 'not there'
    case 'unreadable':
      return 'may not be read'
    case 'outside':
      return 'leads out of the folder'
    case 'not-a-file':
      return 'not a regular file'
    case 'too-large':
      return 'too large'
    case 'binary':
      return 'binary'
    case 'changed-while-read':
      return 'changed while it was read'
    case 'lock-file':
      return 'lock file'
    case 'generated':
      return 'generated'
    case 'secret':
      return detail === undefined ? 'holds a secret' : `holds a secret: ${detail}`
    case 'over-budget':
      return 'over the budget'
    default:
      return why satisfies never
  }
}
