import { HeddleError } from '../../core/errors.ts'

/** The git program is not there. */
export class NoGit extends HeddleError {
  constructor(cause: unknown) {
    super(
      'no-git',
      'The program "git" was not found. Install it (https://git-scm.com), or see that it is on the PATH.',
      {
        cause,
      },
    )
  }
}

/**
 * Git ended with an exit code that says it failed. `stderr` is what it wrote, without credentials and control
 * characters.
 */
export class GitFailed extends HeddleError {
  readonly command: string
  readonly exitCode: number
  readonly stderr: string
  constructor(command: string, exitCode: number, stderr: string) {
    super('git-failed', `"git ${command}" failed (exit code ${exitCode}): ${stderr || 'it did not say why.'}`)
    this.command = command
    this.exitCode = exitCode
    this.stderr = stderr
  }
}

/** Git wrote more than it was allowed to, and was stopped. */
export class GitOutputTooLarge extends HeddleError {
  readonly command: string
  readonly maxBytes: number
  constructor(command: string, maxBytes: number) {
    super(
      'git-output-too-large',
      `"git ${command}" wrote more than ${maxBytes} bytes and was stopped. Ask for less: fewer commits, or a folder inside.`,
    )
    this.command = command
    this.maxBytes = maxBytes
  }
}

/** A folder is not in the work tree of a git repository. */
export class NotARepository extends HeddleError {
  readonly path: string
  constructor(path: string) {
    super('not-a-repository', `${path} is not in a git repository. Go on without git, or make one with "git init".`)
    this.path = path
  }
}

/** A repository is not read, because somebody else may have prepared it. */
export class RepositoryNotTrusted extends HeddleError {
  readonly path: string
  constructor(path: string, why: string) {
    super(
      'repository-not-trusted',
      `Git is not asked about ${path}: ${why} If you trust it: git config --global --add safe.directory PATH`,
    )
    this.path = path
  }
}

/** Something is not an address that a repository is fetched from. `address` is without credentials. */
export class AddressRefused extends HeddleError {
  readonly address: string
  constructor(address: string, why: string) {
    super(
      'address-refused',
      `"${address}" is not fetched: ${why} Give an https, ssh or git address, owner/name on GitHub, or a local repository.`,
    )
    this.address = address
  }
}

/** A repository could not be fetched; nothing of it is left. `address` is without credentials. */
export class CloneFailed extends HeddleError {
  readonly address: string
  constructor(address: string, why: string, cause?: unknown) {
    super('clone-failed', `${address} could not be fetched: ${why}`, { cause })
    this.address = address
  }
}
