import { randomBytes } from 'node:crypto'
import { constants } from 'node:fs'
import { access, mkdir, open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { codeOf, refusalOf, ToolRefused } from '../../refusal.ts'
import { openFolder, pathOf, using } from './held.ts'
import type { Place } from './place.ts'
import { readIfThere, type TextFile } from './text-file.ts'

/** What stands at a place before it is written; null: nothing. */
export type Before = Pick<TextFile, 'digest' | 'mode'> | null

/**
 * Writes a whole file or nothing: a new file in the same folder is filled and takes its place. Missing folders are
 * made. Throws ToolRefused where it cannot be, and where something else stands there than `before` says.
 */
export async function putFile(place: Place, bytes: Buffer, before: Before): Promise<void> {
  try {
    const ready = await withFolders(place)
    await using(await openFolder(ready), async (handle) => {
      await fill(await pathOf(handle, ready.folder), ready, bytes, before)
    })
  } catch (error) {
    throw refusalOf(error, place.path)
  }
}

/** What a write comes to where a file is no longer as it was. */
export function changedSince({ path }: Place): ToolRefused {
  return new ToolRefused(
    `${path} has changed since you last saw it, and not by you. Nothing was written. Read it again, then decide.`,
  )
}

/** Makes the folders that are missing, each in the one that was just opened. */
async function withFolders(place: Place): Promise<Place> {
  let at = place
  for (const name of place.missing) {
    await using(await openFolder(at), async (handle) => {
      await mkdir(join(await pathOf(handle, at.folder), name)).catch((error: unknown) => {
        if (codeOf(error) !== 'EEXIST') throw error
      })
    })
    at = { ...at, folder: join(at.folder, name), missing: at.missing.slice(1) }
  }
  return at
}

async function fill(folder: string, place: Place, bytes: Buffer, before: Before): Promise<void> {
  const target = join(folder, place.name)
  if (before !== null) await access(target, constants.W_OK)
  const beside = join(folder, `.${randomBytes(6).toString('hex')}.heddle.tmp`)
  try {
    await using(await open(beside, 'wx', before?.mode ?? 0o666), async (file) => {
      await file.writeFile(bytes)
      if (before !== null) await file.chmod(before.mode)
      await file.sync()
    })
    const now = await readIfThere(place)
    if (now?.digest !== before?.digest) throw changedSince(place)
    await rename(beside, target)
  } catch (error) {
    await rm(beside, { force: true }).catch(() => undefined)
    throw error
  }
}
