import { fileSource } from '../../sources/files/file-source.ts'
import type { Workspace } from '../open.ts'

/** The files of a workspace that the ignore rules leave, sorted; relative to its root, with forward slashes. */
export async function workspaceFiles({ paths }: Pick<Workspace, 'paths'>): Promise<readonly string[]> {
  return (await fileSource(paths.root).list([''])).paths
}
