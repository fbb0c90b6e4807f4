import { readFile } from 'node:fs/promises'
import { readContextHistory } from '../formats/context-history/context-history.ts'
import { type ContextHistory, contextHistoryJson } from '../history/edits/context-history.ts'
import { FileProblem, systemCode } from './errors.ts'
import { writeStream } from './write/write-stream.ts'

/** A context history file as it was found. Where it is missing or damaged nothing of it is taken, and it is left as it is. */
export interface ContextHistoryFile {
  readonly history: ContextHistory
  readonly missing: boolean
  readonly damaged: boolean
}

/** Reads a context history file. Throws FileProblem where it is there and cannot be read. */
export async function loadContextHistory(path: string): Promise<ContextHistoryFile> {
  const data = await readFile(path).catch((error: unknown) => {
    if (systemCode(error) === 'ENOENT') return undefined
    throw new FileProblem(path, error)
  })
  if (data === undefined) return { history: new Map(), missing: true, damaged: false }
  return { ...readContextHistory(new TextDecoder().decode(data)), missing: false }
}

/** The text of a context history file. */
export function contextHistoryText(history: ContextHistory): string {
  return `${JSON.stringify(contextHistoryJson(history))}\n`
}

/** Writes a context history file, whole or not at all, and returns its bytes. Throws FileExists where one is there, unless it may be replaced. */
export async function saveContextHistory(
  path: string,
  history: ContextHistory,
  options: { readonly overwrite?: boolean } = {},
): Promise<number> {
  async function* pieces(): AsyncIterable<string> {
    yield contextHistoryText(history)
  }
  return await writeStream(path, pieces(), options)
}
