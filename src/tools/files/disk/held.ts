import { constants } from 'node:fs'
import { type FileHandle, open, readlink, realpath, stat } from 'node:fs/promises'
import { isAbsolute, join, relative, sep } from 'node:path'
import { refusalOf, ToolRefused } from '../../refusal.ts'
import { absoluteOf, type Place } from './place.ts'

const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0, O_DIRECTORY = 0 } = constants

/**
 * Opens what stands at a place for reading, without waiting and without following a link at its end, and makes sure
 * that what was opened is in the root: whatever was exchanged since the place was found. Throws ToolRefused.
 */
export async function openFile(place: Place): Promise<FileHandle> {
  return await openAt(absoluteOf(place), place, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
}

/** Opens the folder of a place that is there, as `openFile`. */
export async function openFolder(place: Place): Promise<FileHandle> {
  return await openAt(place.folder, place, O_RDONLY | O_NOFOLLOW | O_DIRECTORY)
}

/**
 * How names in an open folder are reached. Where the system has paths for what is open, these lead to this very folder,
 * even when another has taken its place.
 */
export async function pathOf(folder: FileHandle, path: string): Promise<string> {
  return (await heldAt(folder)) === undefined ? path : descriptor(folder)
}

/** Runs something with a handle, and closes it. */
export async function using<T>(handle: FileHandle, act: (handle: FileHandle) => Promise<T>): Promise<T> {
  try {
    return await act(handle)
  } finally {
    await handle.close()
  }
}

async function openAt(absolute: string, { root, path }: Place, flags: number): Promise<FileHandle> {
  let handle: FileHandle | undefined
  try {
    handle = await open(absolute, flags)
    await verify(handle, absolute, root, path)
    return handle
  } catch (error) {
    await handle?.close()
    throw refusalOf(error, path === '' ? 'The workspace' : path)
  }
}

async function verify(handle: FileHandle, absolute: string, root: string, path: string): Promise<void> {
  const held = (await heldAt(handle)) ?? (await sameAt(handle, absolute))
  const inside = held === undefined ? '..' : relative(root, held)
  if (isAbsolute(inside) || inside.split(sep)[0] === '..')
    throw new ToolRefused(`${path} leads out of the workspace: it was exchanged a moment ago.`)
}

/** Where something open is now, as the system says; undefined where it does not. */
async function heldAt(handle: FileHandle): Promise<string | undefined> {
  return await readlink(descriptor(handle)).catch(() => undefined)
}

function descriptor({ fd }: FileHandle): string {
  return join('/proc/self/fd', String(fd))
}

/** Where a path leads now, links followed, if that is what is open. */
async function sameAt(handle: FileHandle, absolute: string): Promise<string | undefined> {
  const [opened, real] = await Promise.all([handle.stat(), realpath(absolute)])
  const found = await stat(real)
  return found.ino === opened.ino && found.dev === opened.dev ? real : undefined
}
