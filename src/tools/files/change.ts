import { createTwoFilesPatch } from 'diff'
import type { FileChange } from '../../history/calls/tool-trace.ts'
import { ToolRefused } from '../refusal.ts'
import { type Place, writablePlace } from './disk/place.ts'
import { changedSince, putFile } from './disk/put-file.ts'
import { digestOf, encoded, readIfThere, type TextFile } from './disk/text-file.ts'
import type { FileToolsOptions } from './ports.ts'

/** What is to become of a file, as far as reading tells. */
export interface PreparedChange {
  readonly place: Place
  /** Null where there is no file. */
  readonly before: TextFile | null
  readonly after: string
}

/**
 * Looks at a file that is to be changed. Throws ToolRefused where it may not be written, is no text, or is not as the
 * model saw it last.
 */
export async function prepareChange(
  { root, seen }: FileToolsOptions,
  path: string,
  next: (before: TextFile | null, place: Place, isSeen: boolean) => string,
): Promise<PreparedChange> {
  const place = await writablePlace(root, path)
  const before = await readIfThere(place)
  const known = await seen.get(place.real)
  if (before !== null && known !== undefined && known !== before.digest) throw changedSince(place)
  if (before?.repaired)
    throw new ToolRefused(`${place.path} is not in UTF-8, and writing it would damage it. Change it by a command.`)
  return { place, before, after: next(before, place, known !== undefined) }
}

/** Makes a change; undefined where it changes nothing. Throws ToolRefused where the file has changed meanwhile. */
export async function makeChange(
  { seen }: FileToolsOptions,
  { place, before, after }: PreparedChange,
): Promise<FileChange | undefined> {
  if (before?.text === after) return undefined
  const bytes = encoded(after, before?.style ?? { mark: false, crlf: false })
  await putFile(place, bytes, before)
  const digest = digestOf(bytes)
  await seen.set(place.real, digest)
  return { path: place.real, before: before?.digest ?? null, after: digest, diff: diffOf(place, before, after) }
}

/** A change as a unified diff; null where it changes nothing. */
export function previewOf({ place, before, after }: PreparedChange): string | null {
  return before?.text === after ? null : diffOf(place, before, after)
}

/** So many characters of a diff are kept, … */
const longestDiff = 40_000
/** … and for so many milliseconds a small one is looked for. */
const patience = 500

function diffOf({ path }: Place, before: TextFile | null, after: string): string {
  const [from, to] = [before === null ? '/dev/null' : `a/${path}`, `b/${path}`]
  const patch = createTwoFilesPatch(from, to, before?.text ?? '', after, undefined, undefined, {
    timeout: patience,
    headerOptions: { includeIndex: false, includeUnderline: false, includeFileHeaders: true },
  })
  if (patch === undefined) return `--- ${from}\n+++ ${to}\n[too much is different to be shown line by line]\n`
  if (patch.length <= longestDiff) return patch
  const end = patch.lastIndexOf('\n', longestDiff)
  const rest = patch.slice(end + 1)
  return `${patch.slice(0, end + 1)}[… ${rest.split('\n').length - 1} more lines of this diff]\n`
}
