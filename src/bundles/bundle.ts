import type { BundleOptions } from './settings.ts'

/**
 * A named context. `items` maps what it is made of to whether it is in: a file, a folder, a glob, `note.md#Heading`,
 * `note.md^block`, or another bundle as `bundle:NAME`. `key` is made once and stays when name, items or options change.
 */
export interface Bundle {
  readonly key: string
  readonly name: string
  readonly items: { readonly [item: string]: boolean }
  readonly opts: BundleOptions
}

/** Whether a text can be the name of a bundle: no white space at its ends, no control characters, no colon, not empty. */
export function isBundleName(name: string): boolean {
  return name !== '' && name.trim() === name && !/[\p{Cc}:]/u.test(name)
}
