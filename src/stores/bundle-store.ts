import type { Bundle } from '../bundles/bundle.ts'

/** Named contexts. */
export interface Bundles {
  /** By name. */
  bundles(): Promise<readonly Bundle[]>
  /**
   * Adds a bundle or replaces the one with its key. Refused with `bundle-name-taken` where another has its name, and with
   * `changed-meanwhile` where what is replaced is not `before`, if that is given.
   */
  putBundle(bundle: Bundle, before?: Bundle): Promise<void>
  deleteBundle(key: string): Promise<void>
}
