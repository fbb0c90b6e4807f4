import { lstat, realpath } from 'node:fs/promises'
import { isAbsolute, join, relative, sep } from 'node:path'
import { codeOf, refusalOf, ToolRefused } from '../../refusal.ts'

/** Where a path of a model really is. */
export interface Place {
  /** As it was given, in the simplest spelling, with forward slashes; empty for the root. */
  readonly path: string
  /** The same with links resolved: one file has one. */
  readonly real: string
  /** The root on this machine, links resolved. */
  readonly root: string
  /** The folder that is there, and the names of the folders below it that are not, yet. Absolute, links resolved. */
  readonly folder: string
  readonly missing: readonly string[]
  /** The last name; empty for the root. */
  readonly name: string
}

/** The absolute path of a place. */
export function absoluteOf({ folder, missing, name }: Place): string {
  return join(folder, ...missing, name)
}

/**
 * Finds a path below a root: relative, with forward slashes. Throws ToolRefused where it leads out, as written or
 * through links, and where it names no place that could be.
 */
export async function placeOf(root: string, written: string): Promise<Place> {
  const names = namesIn(written)
  const path = names.join('/')
  const base = await realpath(root)
  const missing: string[] = []
  const known = [...names]
  let found = await realOf(base, known, path)
  while (found === undefined) {
    await refuseDangling(join(base, ...known), path)
    missing.unshift(known.pop() ?? '')
    found = await realOf(base, known, path)
  }
  const inside = relative(base, found)
  const held = inside === '' ? [] : inside.split(sep)
  if (held[0] === '..' || isAbsolute(inside)) throw new ToolRefused(`${path} leads out of the workspace. ${stay}`)
  const all = [...held, ...missing]
  const real = all.join('/')
  const parents = missing.length > 0 ? held : held.slice(0, -1)
  const rest = missing.slice(0, -1)
  return { path, real, root: base, folder: join(base, ...parents), missing: rest, name: all.at(-1) ?? '' }
}

/** Whether a path is that of Heddle's own folder, or leads into one: conversations are there, and what was typed. */
export function isHeddles(path: string): boolean {
  return path.split('/').some((name) => /^\.heddle$/i.test(name))
}

/** A place that may be read. Throws as `placeOf`, and for what belongs to Heddle. */
export async function readablePlace(root: string, written: string): Promise<Place> {
  const place = await placeOf(root, written)
  if (isHeddles(place.path) || isHeddles(place.real))
    throw new ToolRefused(`${place.path} belongs to Heddle, and may not be read. Go on without it.`)
  return place
}

/** A place that may be written. Throws as `placeOf`, and for what belongs to git and to Heddle. */
export async function writablePlace(root: string, written: string): Promise<Place> {
  const place = await placeOf(root, written)
  const { path, real, name } = place
  const kept = [...path.split('/'), ...real.split('/')].find((each) => /^\.(?:git|heddle)$/i.test(each))
  if (kept !== undefined) throw new ToolRefused(`${path} is in ${kept}, where nothing may be written.`)
  if (name === '' || /[\\/]\.?$/.test(written)) throw new ToolRefused(`${written} names a folder. Name a file in it.`)
  return place
}

const stay = 'Name files inside of it, relative to its root.'
const windows = process.platform === 'win32'
/** What Windows takes for something else: a device, a stream, a name without its end. */
const unfitOnWindows = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)|[:*?"<>|]|[. ]$/i

function namesIn(written: string): string[] {
  const said = JSON.stringify(written)
  if (written.includes('\0')) throw new ToolRefused(`${said} is no path: it has a NUL in it.`)
  if (/^(?:[/\\~]|[a-z]:)/i.test(written))
    throw new ToolRefused(`${said} is no path in the workspace. Write it relative to its root, such as src/main.ts.`)
  if (written.includes('\\')) throw new ToolRefused(`${said} has backslashes. Write paths with forward slashes.`)
  const names = written.split('/').filter((name) => name !== '' && name !== '.')
  if (names.includes('..')) throw new ToolRefused(`${said} has .. in it. Write it from the root of the workspace down.`)
  if (windows && names.some((name) => unfitOnWindows.test(name)))
    throw new ToolRefused(`${said} has a name that Windows keeps for itself.`)
  return names
}

async function realOf(base: string, names: readonly string[], path: string): Promise<string | undefined> {
  try {
    return await realpath(join(base, ...names))
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw refusalOf(error, path)
  }
}

async function refuseDangling(at: string, path: string): Promise<void> {
  const found = await lstat(at).catch(() => undefined)
  if (found?.isSymbolicLink()) throw new ToolRefused(`${path} is, or leads through, a link to nothing.`)
}
