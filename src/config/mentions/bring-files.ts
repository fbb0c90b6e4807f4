import { realpathSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { codePoints } from '../../core/content/measure.ts'
import type { FilePart } from '../../core/content/part.ts'
import { secretsIn } from '../../secrets/find-secrets.ts'
import { fileSource } from '../../sources/files/file-source.ts'
import { fileReader } from '../../sources/files/read/read-file.ts'
import type { FileSource, Reading, UnreadCause } from '../../sources/source.ts'
import { isHeddles } from '../../tools/files/disk/place.ts'
import { type Brought, headed, leftOut, nameOf, together } from './mention-text.ts'

/** What may still come. */
interface Room {
  files: number
  characters: number
}

/** The files of a workspace on their way into one message: each once, and only so many. */
export interface BroughtFiles {
  /** The files at a path, which begins with a slash: that of the workspace's root, or of the whole machine's. */
  bring(path: string, mention: string): Promise<Brought>
}

/** What files that are named may be altogether; one has at most as many bytes. */
const ofNamed: Readonly<Room> = { files: 100, characters: 1_000_000 }
/** What all files of folders may be altogether. */
const ofFolders: Readonly<Room> = { files: 50, characters: 100_000 }
/** So many files of a folder are looked into. */
const mostLooked = 500
/** So many names of files that are left out are told to the model, for each cause. */
const mostNames = 40

const causes: { readonly [cause in UnreadCause]: string } = {
  'not-found': 'it is not there',
  unreadable: 'it may not be read',
  outside: 'it is not in the workspace',
  'not-a-file': 'it is no regular file',
  'too-large': 'it is too large',
  binary: 'it is binary',
  'changed-while-read': 'it changed while it was read',
}

/** Reads files for one message. Nothing outside of the root and nothing of Heddle's own is read; what looks like a secret keeps its file out. */
export function filesUnder(root: string, signal?: AbortSignal): BroughtFiles {
  const source = fileSource(root, signal ? { signal } : {})
  const read = fileReader(root, { maxBytes: ofNamed.characters })
  const taken = new Set<string>()
  const named = { ...ofNamed }
  const inFolders = { ...ofFolders }

  const take = async (path: string, room: Room): Promise<FilePart | string> => {
    if (leadsToHeddles(root, path)) return 'it belongs to Heddle'
    const file = await readInto(path, read(path), room)
    if (typeof file === 'string') return file
    room.files -= 1
    room.characters -= codePoints(file.text)
    taken.add(path)
    return file
  }

  const folder = async (mention: string, paths: readonly string[]): Promise<Brought> => {
    const files: FilePart[] = []
    const without = new Map<string, string[]>()
    for (const [at, path] of paths.filter((each) => !taken.has(each)).entries()) {
      signal?.throwIfAborted()
      const file = at < mostLooked ? await take(path, inFolders) : noRoom
      if (typeof file !== 'string') files.push(file)
      else without.set(file, [...(without.get(file) ?? []), path])
    }
    return together([...folderRemark(mention, paths, without), ...files.map(shown)])
  }

  return {
    async bring(written, mention) {
      const path = await placeIn(source, written)
      const isFolder = (await source.kindOf(path)) === 'folder'
      const { paths, unlisted } = await source.list([path])
      if (isFolder) return await folder(mention, paths)
      const [found] = paths
      if (found === undefined) return leftOut(mention, causes[unlisted[0]?.cause ?? 'not-found'])
      if (taken.has(found)) return together([])
      const file = await take(found, named)
      return typeof file === 'string' ? leftOut(mention, file) : shown(file)
    },
  }
}

/** As it is written, or where its links lead. */
function leadsToHeddles(root: string, path: string): boolean {
  if (isHeddles(path)) return true
  try {
    const real = relative(realpathSync.native(root), realpathSync.native(join(root, path)))
    return isHeddles(real.split(sep).join('/'))
  } catch {
    // It is not there: reading says so.
    return false
  }
}

const noRoom = 'there is no room for it in one message'

/** The file as a part, or why it is none. */
async function readInto(path: string, reading: Reading, { files, characters }: Room): Promise<FilePart | string> {
  if (reading.kind === 'unread') {
    const size = reading.cause === 'too-large' && reading.bytes !== undefined ? ` (${reading.bytes} bytes)` : ''
    return causes[reading.cause] + size
  }
  const text = withPlainEnds(reading.text)
  if (text === '') return 'it is empty'
  if (files === 0 || codePoints(text) > characters) return noRoom
  const kinds = [...new Set((await secretsIn(text)).map(({ kind }) => kind))].sort()
  if (kinds.length > 0) return `it holds what looks like a secret (${kinds.join(', ')})`
  return { kind: 'file', path, way: 'mention', text }
}

/** Lines that all end with CR LF end with LF alone, as where a tool reads the file. */
function withPlainEnds(text: string): string {
  return text.includes('\r\n') && !/(?:^|[^\r])\n|\r(?!\n)/.test(text) ? text.replaceAll('\r\n', '\n') : text
}

/** From the root of the workspace, else, where something of it stands there, from that of the machine. */
async function placeIn(source: FileSource, written: string): Promise<string> {
  const path = written.slice(1)
  const isElsewhere = (await source.kindOf(path)) === undefined && (await source.kindOf(written)) !== undefined
  return isElsewhere ? written : path
}

function shown(file: FilePart): Brought {
  return { parts: [{ kind: 'text', text: `[${nameOf(file.path)}]` }, file], notes: [] }
}

/** What is said of a folder that does not come whole: how much does, and what does not, by cause. */
function folderRemark(
  mention: string,
  paths: readonly string[],
  without: ReadonlyMap<string, readonly string[]>,
): Brought[] {
  if (paths.length === 0) return [leftOut(mention, 'no file in it is left by the ignore rules')]
  if (without.size === 0) return []
  const out = [...without.values()].reduce((sum, each) => sum + each.length, 0)
  const head = `${mention}: ${paths.length - out} of ${paths.length} files`
  const counts = [...without].map(([why, each]) => `${each.length} left out: ${why}`)
  const lines = [...without].map(([why, each]) => {
    const more = each.length > mostNames ? ` and ${each.length - mostNames} more` : ''
    return `left out, ${why}: ${each.slice(0, mostNames).map(nameOf).join(' ')}${more}`
  })
  return [{ parts: [headed(head, lines.join('\n'))], notes: [`${head}; ${counts.join('; ')}.`] }]
}
