import { HeddleError } from '../../../core/errors.ts'
import type { Finding } from './finding.ts'

/** A file stands where a backup should go. */
export class BackupExists extends HeddleError {
  readonly path: string
  constructor(path: string) {
    super('backup-exists', `There is a file ${path} already, and a backup overwrites nothing. Choose another name.`)
    this.path = path
  }
}

/** A copy of a store is not whole, because the store is not. No backup was made. */
export class BackupFailed extends HeddleError {
  readonly path: string
  readonly findings: readonly Finding[]
  constructor(path: string, findings: readonly Finding[]) {
    super(
      'backup-failed',
      `No backup was made: the store ${path} is damaged. ${wordsOf(findings)} Repair it first: "heddle doctor --repair".`,
    )
    this.path = path
    this.findings = findings
  }
}

/** Other programs have the store open, which is not possible now. */
export class StoreInUse extends HeddleError {
  readonly path: string
  constructor(path: string, what: string) {
    super('store-in-use', `Another program has ${path} open, so it cannot be ${what} now. Close it and try again.`)
    this.path = path
  }
}

/** What could be read was written to a new file, but that is not whole either. Nothing was replaced. */
export class RepairFailed extends HeddleError {
  readonly path: string
  readonly findings: readonly Finding[]
  constructor(path: string, findings: readonly Finding[]) {
    super(
      'repair-failed',
      `The store ${path} could not be repaired, and is as it was. ${wordsOf(findings)} Take up a backup instead.`,
    )
    this.path = path
    this.findings = findings
  }
}

/** The text is out of the store, but another program still reads a state that has it, so that it stands in the log yet. */
export class PurgeUnfinished extends HeddleError {
  readonly path: string
  constructor(path: string) {
    super(
      'purge-unfinished',
      `The text is out of the store, but traces of it stand in ${path}-wal as long as another program reads there. Close it, and run the same command again.`,
    )
    this.path = path
  }
}

function wordsOf(findings: readonly Finding[]): string {
  return findings
    .slice(0, 3)
    .map(({ message }) => message)
    .join(' ')
}
