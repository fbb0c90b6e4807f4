import { chmod, mkdir, open, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'

/** What was said in chats before, kept in a file. */
export interface InputHistory {
  readonly entries: readonly string[]
  /** Keeps an entry; not one that begins with a blank, or that repeats the last. Never throws. */
  add(entry: string): Promise<void>
}

/** No more entries are kept. */
const most = 1000
/** Longer entries are not kept, in UTF-16 units. */
const longest = 20_000

/**
 * The entries of a file, the oldest first: one JSON string on each line. A file that is not there, or cannot be read, is an empty
 * history; lines that are damaged are left out. The file can be read by its owner alone.
 */
export async function openHistory(path: string): Promise<InputHistory> {
  const read = await readEntries(path)
  const entries = read.slice(-most)
  if (read.length > most * 2) await shorten(path, entries).catch(() => undefined)
  return {
    entries,
    async add(entry) {
      if (entry.trim() === '' || /^[ \t]/.test(entry) || entry.length > longest || entries.at(-1) === entry) return
      entries.push(entry)
      if (entries.length > most) entries.shift()
      await append(path, entry).catch(() => undefined)
    },
  }
}

async function readEntries(path: string): Promise<string[]> {
  const text = await readFile(path, 'utf8').catch(() => '')
  return text.split('\n').flatMap((line) => {
    try {
      const entry: unknown = JSON.parse(line)
      return typeof entry === 'string' && entry.trim() !== '' ? [entry] : []
    } catch {
      return []
    }
  })
}

async function append(path: string, entry: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const file = await open(path, 'a', 0o600)
  try {
    await file.chmod(0o600)
    await file.write(`${JSON.stringify(entry)}\n`)
  } finally {
    await file.close()
  }
}

async function shorten(path: string, entries: readonly string[]): Promise<void> {
  const beside = `${path}.new`
  await writeFile(beside, entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''), { mode: 0o600 })
  await chmod(beside, 0o600)
  await rename(beside, path)
}
