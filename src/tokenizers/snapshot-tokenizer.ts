import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { arch } from 'node:process'
import { type CoreTokenizer, coreVersion, openCore } from './core-module.ts'
import { readSnapshot, writeSnapshot } from './snapshot-file.ts'

/** A vocabulary file of hypertok, and what its package says of it. */
export interface Vocabulary {
  readonly vocabulary: URL
  readonly metadata: { readonly name: string; readonly fileSha256: string }
}

/**
 * The tokenizer of a vocabulary from its snapshot in the folder. Where there is none that can be used, the tokenizer is
 * built and the snapshot written. Undefined where the installed hypertok lets neither be done.
 */
export async function snapshotTokenizer(folder: string, vocabulary: Vocabulary): Promise<CoreTokenizer | undefined> {
  try {
    const path = snapshotPath(folder, vocabulary)
    return (await restoreTokenizer(path)) ?? (await buildTokenizer(path, vocabulary))
  } catch {
    return
  }
}

/** Where the snapshot of a vocabulary is kept in a folder: for one version of hypertok, vocabulary and architecture. */
export function snapshotPath(folder: string, { metadata }: Vocabulary): string {
  return join(folder, `${family(metadata)}${coreVersion()}-${metadata.fileSha256.slice(0, 16)}.snapshot`)
}

/** The tokenizer as the snapshot has it. Undefined where the file is missing, damaged or no snapshot. */
export async function restoreTokenizer(path: string): Promise<CoreTokenizer | undefined> {
  if (!existsSync(path)) return
  const core = await openCore()
  try {
    return core.tokenizerAt(readSnapshot(path, core.memory))
  } catch {
    return
  }
}

/** Counting changes the memory, so the snapshot is written first. That it cannot be written is no failure. */
async function buildTokenizer(path: string, { vocabulary, metadata }: Vocabulary): Promise<CoreTokenizer> {
  const core = await openCore()
  const tokenizer = core.build(readFileSync(vocabulary))
  try {
    writeSnapshot(path, tokenizer.__wbg_ptr, core.memory, family(metadata))
  } catch {
    // The next process builds the tokenizer again.
  }
  return tokenizer
}

/** What the names of all snapshots of this vocabulary begin with, whatever the versions. */
function family({ name }: Vocabulary['metadata']): string {
  return `${name}-${arch}-`
}
