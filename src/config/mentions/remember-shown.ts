import type { Part } from '../../core/content/part.ts'
import { placeOf } from '../../tools/files/disk/place.ts'
import { readTextFile, type TextFile } from '../../tools/files/disk/text-file.ts'
import { ToolRefused } from '../../tools/refusal.ts'
import type { Workspace } from '../open.ts'
import { seenFiles } from '../session/seen-files.ts'

/** Files that are shown whole count as seen by the model on a branch, those that still are as they are shown. */
export async function rememberShown(
  { paths, store, engine }: Workspace,
  branch: string,
  parts: readonly Part[],
): Promise<void> {
  const seen = seenFiles(store, branch, engine.now)
  for (const part of parts) {
    if (part.kind !== 'file') continue
    const held = await asToolsRead(paths.root, part.path)
    if (held?.file.text === part.text) await seen.set(held.real, held.file.digest)
  }
}

async function asToolsRead(
  root: string,
  path: string,
): Promise<{ readonly real: string; readonly file: TextFile } | undefined> {
  try {
    const place = await placeOf(root, path)
    return { real: place.real, file: await readTextFile(place) }
  } catch (error) {
    if (error instanceof ToolRefused) return undefined
    throw error
  }
}
