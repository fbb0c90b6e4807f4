import { canonicalJson } from '../core/content/json.ts'

/** Whether what is stored, if it is, is the same as what was read of it. */
export function isSame<Stored>(stored: Stored | undefined, read: Stored): boolean {
  return stored !== undefined && canonicalJson(stored) === canonicalJson(read)
}
