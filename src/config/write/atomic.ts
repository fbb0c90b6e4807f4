import { randomBytes } from 'node:crypto'
import { open, realpath, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { FileProblem } from '../errors.ts'

/**
 * Writes a whole file or nothing: a new file beside it, for its owner alone (mode 0600), is filled, brought to the disk and
 * put in its place. A symbolic link stays one; what it points to is replaced. Throws FileProblem.
 */
export async function writeAtomically(path: string, text: string): Promise<void> {
  const target = await realpath(path).catch(() => path)
  const beside = join(dirname(target), `.${basename(target)}.${randomBytes(6).toString('hex')}.tmp`)
  try {
    const file = await open(beside, 'wx', 0o600)
    try {
      await file.writeFile(text)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(beside, target)
  } catch (error) {
    await rm(beside, { force: true }).catch(() => undefined)
    throw new FileProblem(path, error)
  }
}
