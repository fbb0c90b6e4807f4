import { closeSync, constants, openSync, readSync } from 'node:fs'
import { mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import { basename, dirname, extname, join } from 'node:path'
import { partNumber } from '../../bundles/pack/formats/part-number.ts'
import type { PackPiece } from '../../session/pack/pack-report.ts'
import { FileProblem } from '../errors.ts'
import { goneAtExit } from '../write/gone-at-exit.ts'
import { FileExists, statOf, type WriteStreamOptions, writeStream } from '../write/write-stream.ts'

/** The file of a part: `NAME-2.md` for the second of `NAME.md`. */
function partPath(path: string, part: number): string {
  const extension = extname(path)
  return join(dirname(path), `${basename(path, extension)}-${part}${extension}`)
}

/** Whether a file is a part of a pack that was written to such a path: by its name, and by how it begins. */
export function isPartOf(path: string, whole: string): boolean {
  const extension = extname(whole)
  const start = join(dirname(whole), `${basename(whole, extension)}-`)
  if (!path.startsWith(start) || !path.endsWith(extension)) return false
  const part = path.slice(start.length, path.length - extension.length)
  return /^\d+$/.test(part) && partNumber(beginning(path)) === Number(part)
}

/** The first bytes of a file as text; empty where it cannot be read. */
function beginning(path: string): string {
  try {
    const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)
    try {
      const bytes = Buffer.alloc(64)
      return bytes.toString('latin1', 0, readSync(file, bytes))
    } finally {
      closeSync(file)
    }
  } catch {
    return ''
  }
}

/**
 * Writes a file for each part, all or none: they are filled in a folder beside, and put in their places at the end. Returns their
 * paths. Throws as `writeStream` does.
 */
export async function writeParts(
  path: string,
  pieces: AsyncIterable<PackPiece>,
  options: WriteStreamOptions,
): Promise<readonly string[]> {
  if ((await statOf(path))?.isFile() === false) throw new FileProblem(path, { code: 'EISDIR' })
  const folder = await mkdtemp(join(dirname(path), '.heddle-')).catch((error: unknown) => {
    throw new FileProblem(path, error)
  })
  const finished = goneAtExit(folder)
  try {
    const source = pieces[Symbol.asyncIterator]()
    let parts = 0
    for (let next = await source.next(); !next.done; ) {
      const { part } = next.value
      const held = next
      await writeStream(
        join(folder, String(part)),
        (async function* () {
          for (next = held; !next.done && next.value.part === part; next = await source.next()) yield next.value.text
        })(),
        options,
      )
      parts = part
    }
    const places = Array.from({ length: parts }, (_, at) => partPath(path, at + 1))
    for (const place of places) await refuse(place, options)
    for (const [at, place] of places.entries()) await rename(join(folder, String(at + 1)), place)
    if (options.overwrite) await removeParts(path, new Set(places))
    return places
  } finally {
    await rm(folder, { recursive: true, force: true })
    finished()
  }
}

/** Throws where something stands at a place that may not be replaced. */
async function refuse(place: string, { overwrite }: WriteStreamOptions): Promise<void> {
  const there = await statOf(place)
  if (there?.isFile() === false) throw new FileProblem(place, { code: 'EISDIR' })
  if (there && !overwrite) throw new FileExists(place)
}

/** Takes away the parts of an earlier, longer output. */
async function removeParts(whole: string, current: ReadonlySet<string>): Promise<void> {
  for (const name of await readdir(dirname(whole))) {
    const path = join(dirname(whole), name)
    if (isPartOf(path, whole) && !current.has(path)) await rm(path, { force: true })
  }
}
