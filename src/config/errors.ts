import { HeddleError } from '../core/errors.ts'

/** A key that no setting has. `code` is `unknown-setting`. */
export class UnknownSetting extends HeddleError {
  readonly key: string
  constructor(key: string, where: string, hint: string) {
    super('unknown-setting', `${where}: there is no setting ${JSON.stringify(key)}. ${hint}`)
    this.key = key
  }
}

/** A value that a setting does not take. `code` is `invalid-setting`. */
export class InvalidSetting extends HeddleError {
  readonly key: string
  constructor(key: string, where: string, allowed: string) {
    super('invalid-setting', `${where}: ${key} must be ${allowed}.`)
    this.key = key
  }
}

/** A file of settings that cannot be read as such; it is left as it is. `code` is `damaged-settings`. */
export class DamagedSettings extends HeddleError {
  readonly path: string
  constructor(path: string, what: string) {
    super('damaged-settings', `${path}: ${what} Mend it, or move it away; nothing was written to it.`)
    this.path = path
  }
}

/** There is no workspace where one was looked for. `code` is `no-workspace`. */
export class NoWorkspace extends HeddleError {
  readonly path: string
  constructor(path: string, above: boolean) {
    super(
      'no-workspace',
      `There is no workspace in ${path}${above ? ' or above it' : ''}. Make one with \`heddle init\`, or name one with --workspace DIR.`,
    )
    this.path = path
  }
}

/** A workspace stands where one should be made. `code` is `workspace-exists`. */
export class WorkspaceExists extends HeddleError {
  readonly path: string
  constructor(path: string) {
    super('workspace-exists', `${path} is a workspace already. Use it as it is, or make one in another folder.`)
    this.path = path
  }
}

/** A file or folder could not be used. `code` is `not-found`, `not-a-folder`, `is-a-folder`, `no-permission`, `read-only`, `disk-full` or `file-error`. */
export class FileProblem extends HeddleError {
  readonly path: string
  constructor(path: string, cause: unknown) {
    const { code, what } = describe(cause)
    super(code, `${path}: ${what}`, { cause })
    this.path = path
  }
}

function describe(cause: unknown): { readonly code: string; readonly what: string } {
  switch (systemCode(cause)) {
    case 'ENOENT':
      return { code: 'not-found', what: 'there is no such file or folder. Check the path.' }
    case 'ENOTDIR':
      return { code: 'not-a-folder', what: 'this is not a folder. Name a folder.' }
    case 'EISDIR':
      return { code: 'is-a-folder', what: 'this is a folder, or nothing that can be replaced. Name a file.' }
    case 'EACCES':
    case 'EPERM':
      return { code: 'no-permission', what: 'permission denied. Change its permissions, or choose another place.' }
    case 'EROFS':
      return { code: 'read-only', what: 'the file system is read-only. Choose another place with --workspace DIR.' }
    case 'ENOSPC':
      return { code: 'disk-full', what: 'the disk is full. Make room and try again.' }
    default:
      return { code: 'file-error', what: `${cause instanceof Error ? cause.message : String(cause)}.` }
  }
}

/** The operating system's code of an error, such as `ENOENT`. */
export function systemCode(error: unknown): string | undefined {
  const held = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined
  return typeof held === 'string' ? held : undefined
}
