import { fileTree } from '../../bundles/file-tree.ts'
import type { Sizes } from './sizes.ts'

/** The tree of all files, else of the folders down to some depth, whichever is the largest that fits; else none. */
export async function treeWithin(paths: readonly string[], room: number, sizes: Sizes): Promise<string> {
  if (room <= 0 || paths.length > room) return await foldersWithin(paths, room, sizes)
  const tree = fileTree(paths)
  return (await sizes.of(tree)) <= room ? tree : await foldersWithin(paths, room, sizes)
}

async function foldersWithin(paths: readonly string[], room: number, sizes: Sizes): Promise<string> {
  let best = ''
  for (let depth = 1; ; depth++) {
    const folders = [...new Set(paths.map((path) => folderOf(path, depth)))].filter((folder) => folder !== '')
    if (folders.length === 0 || folders.length > room) return best
    const tree = fileTree(folders)
    if (tree === best || (await sizes.of(tree)) > room) return best
    best = tree
  }
}

/** The folder of a path down to a depth, with a slash at its end; empty for a file that stands in the root. */
function folderOf(path: string, depth: number): string {
  const parts = path.split('/').slice(0, -1).slice(0, depth)
  return parts.length === 0 ? '' : `${parts.join('/')}/`
}
