import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect } from 'vitest'
import { openPack } from '../../src/config/pack/open-pack.ts'
import { pack } from '../../src/session/pack/pack.ts'
import type { PackPiece, PackReport } from '../../src/session/pack/pack-report.ts'
import type { PackRequest } from '../../src/session/pack/pack-request.ts'
import { loadMeasure } from '../../src/tokenizers/load-measure.ts'

/** Paths with what stands in them. */
export type Files = { readonly [path: string]: string | Uint8Array }

/** A pack as it came, with its report. */
export interface Packed {
  readonly parts: readonly string[]
  /** How many pieces each part was made of. */
  readonly pieces: readonly number[]
  readonly text: string
  readonly report: PackReport
}

/** Folders to pack, and packs of them, with nothing of the person's own. */
export interface PackFolder {
  folderOf(files: Files): Promise<string>
  packed(root: string, measure: string, request: Partial<PackRequest>, cache?: string): Promise<Packed>
  /** A folder for what is kept between runs, that is not there yet. */
  newCache(): string
  remove(): Promise<void>
}

/** Makes a place for folders. */
export async function packFolder(): Promise<PackFolder> {
  const base = await mkdtemp(join(tmpdir(), 'heddle-pack-'))
  let made = 0
  return {
    async folderOf(files) {
      const root = join(base, String(made++))
      await mkdir(root)
      for (const [path, text] of Object.entries(files)) {
        await mkdir(dirname(join(root, path)), { recursive: true })
        await writeFile(join(root, path), text)
      }
      return root
    },
    async packed(root, measure, request, cache) {
      const env = { HOME: base, XDG_CACHE_HOME: cache ?? base }
      const { ports, close } = await openPack({ root, measure, env, cache: cache !== undefined })
      try {
        return await collected(pack(ports, { ...plainRequest, ...request }))
      } finally {
        await close()
      }
    },
    newCache: () => join(base, `cache-${made++}`),
    remove: () => rm(base, { recursive: true, force: true }),
  }
}

const plainRequest: PackRequest = {
  paths: [''],
  include: [],
  exclude: [],
  format: 'markdown',
  lineNumbers: false,
  compress: false,
  secrets: true,
  all: false,
  extras: [],
}

async function collected(packing: AsyncGenerator<PackPiece, PackReport>): Promise<Packed> {
  const [parts, pieces]: [string[], number[]] = [[], []]
  let next = await packing.next()
  for (; !next.done; next = await packing.next()) {
    const { part, text } = next.value
    parts[part - 1] = (parts[part - 1] ?? '') + text
    pieces[part - 1] = (pieces[part - 1] ?? 0) + 1
  }
  return { parts, pieces, text: parts.join(''), report: next.value }
}

/** The size of a whole text, counted from the outside. */
export async function sizeOf(whole: string, measure: string): Promise<number> {
  return (await loadMeasure(measure)).count(whole)
}

/** What every report promises, whatever was asked for. */
export async function expectSound({ text, report }: Packed, root: Files): Promise<void> {
  const paths = report.files.map((file) => file.path)
  expect(paths).toEqual([...new Set(paths)].sort())
  expect(paths).toEqual(Object.keys(root).sort())
  expect(report.size).toBe(await sizeOf(text, report.measure))
  expect(report.characters).toBe(await sizeOf(text, 'characters'))
  expect(text.isWellFormed()).toBe(true)
}
