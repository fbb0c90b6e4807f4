import { type StoreFault, StoreUnusable } from '../../errors.ts'

/** SQLite's result codes, the extended ones too, by what a person can do about them. */
const damaged = [11, 267, 523, 779, 10 | (2 << 8)]
const notDatabase = [26]
const full = [13, 10 | (19 << 8)]
const busy = [5, 6, 261, 262, 517, 773]
const notWritable = [8, 14, 264, 520, 776, 1032, 1288, 1544]

/** Whether an error is SQLite's with one of these (extended) result codes. */
function hasCode(error: unknown, codes: readonly number[]): boolean {
  return error instanceof Error && 'errcode' in error && codes.includes(Number(error.errcode))
}

/** Whether an error is SQLite's for a row whose unique value is there already. */
export function isUniqueViolation(error: unknown): boolean {
  return hasCode(error, [1555, 2067])
}

/** Whether an error is SQLite's for a lock that another connection holds. */
export function isBusy(error: unknown): boolean {
  return hasCode(error, busy)
}

/** Whether an error is SQLite's for pages that cannot be read as they should. */
export function isDamage(error: unknown): boolean {
  return hasCode(error, damaged) || hasCode(error, notDatabase)
}

/** The error for a file that is no store. */
export function notHeddle(path: string, cause?: unknown): StoreUnusable {
  const message = `${path} is not a Heddle store. Move it away, or choose another workspace.`
  return new StoreUnusable('store-not-heddle', path, message, { cause })
}

/** What a person can act on, where an error has one of the causes that are theirs; else the error itself. */
export function unusable(error: unknown, path: string): unknown {
  if (error instanceof StoreUnusable) return error
  const fault = (code: StoreFault, message: string): StoreUnusable =>
    new StoreUnusable(code, path, message, { cause: error })
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (hasCode(error, notDatabase))
    return fault(
      'store-not-heddle',
      `${path} is not a Heddle store, or its first page is damaged: "heddle doctor" says which. Else move it away, or choose another workspace.`,
    )
  if (hasCode(error, damaged))
    return fault('store-damaged', `The store ${path} is damaged. See what is wrong, and mend it: "heddle doctor".`)
  if (hasCode(error, full) || code === 'ENOSPC')
    return fault(
      'disk-full',
      `The disk is full, so nothing was written to ${path}. What was written before is kept. Make room and try again.`,
    )
  if (isBusy(error))
    return fault(
      'store-busy',
      `Another program has been writing to ${path} for a minute. Nothing was written; try again when it is done.`,
    )
  if (code === 'ENOENT' || code === 'ENOTDIR')
    return fault('store-not-found', `The folder of ${path} does not exist. Make the workspace first: "heddle init".`)
  if (hasCode(error, notWritable) || ['EACCES', 'EPERM', 'EROFS', 'EISDIR'].includes(String(code)))
    return fault(
      'store-not-writable',
      `The store ${path} cannot be written. Check the permissions of the file and its folder.`,
    )
  return error
}
