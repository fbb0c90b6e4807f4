import { HeddleError } from '../../core/errors.ts'

/** No bundle has this name. `code` is `bundle-not-found`. */
export class BundleNotFound extends HeddleError {
  readonly bundleName: string
  constructor(bundleName: string, meant: string | undefined, isAttached = false) {
    const hint = isAttached
      ? `It goes along with this conversation: make one of that name, or take it away with \`heddle bundle detach ${bundleName}\`.`
      : meant === undefined
        ? '`heddle bundle list` shows what there is.'
        : `Did you mean ${meant}?`
    super('bundle-not-found', `There is no bundle ${JSON.stringify(bundleName)}. ${hint}`)
    this.bundleName = bundleName
  }
}

/** A file that should hold a bundle does not, or its bundle cannot be used. `code` is `damaged-bundle`. */
export class DamagedBundle extends HeddleError {
  /** Relative to the workspace's root. */
  readonly path: string
  /** The name that the file gives its bundle, where that can be read. */
  readonly bundleName: string | undefined
  constructor(path: string, what: string, bundleName?: string) {
    super('damaged-bundle', `${path}: ${what}`)
    this.path = path
    this.bundleName = bundleName
  }
}

/** A bundle that stands in a file is changed there. `code` is `bundle-in-file`. */
export class BundleInFile extends HeddleError {
  /** Relative to the workspace's root. */
  readonly path: string
  constructor(bundleName: string, path: string) {
    super('bundle-in-file', `The bundle ${bundleName} stands in ${path}. Change it there.`)
    this.path = path
  }
}

/** A name that no bundle can have. `code` is `bundle-name`. */
export class BundleNameRefused extends HeddleError {
  constructor(bundleName: string) {
    super(
      'bundle-name',
      `${JSON.stringify(bundleName)} cannot be the name of a bundle: a name has at least one character, no colon, no line break, and no blank at either end.`,
    )
  }
}
