/** A folder or file with the size of all it holds. */
export interface TreeSize {
  readonly name: string
  readonly size: number
  readonly files: number
  /** Largest first, ties by name; undefined for a file. */
  readonly children?: readonly TreeSize[]
}

interface Folder {
  readonly files: Map<string, number>
  readonly folders: Map<string, Folder>
}

/** Sizes of files summed up by folder. Children are in order of size, largest first, ties by name. The root has the name `.`. */
export function tokenTree(files: readonly { readonly path: string; readonly size: number }[]): TreeSize {
  const root: Folder = { files: new Map(), folders: new Map() }
  for (const { path, size } of files) {
    const parts = path.split('/')
    const name = parts.pop() ?? path
    let folder = root
    for (const part of parts) {
      let next = folder.folders.get(part)
      if (!next) {
        next = { files: new Map(), folders: new Map() }
        folder.folders.set(part, next)
      }
      folder = next
    }
    folder.files.set(name, size)
  }
  return summed('.', root)
}

function summed(name: string, { files, folders }: Folder): TreeSize {
  const children = [
    ...Array.from(folders, ([each, folder]) => summed(each, folder)),
    ...Array.from(files, ([each, size]): TreeSize => ({ name: each, size, files: 1 })),
  ].sort((a, b) => b.size - a.size || (a.name < b.name ? -1 : 1))
  return {
    name,
    size: children.reduce((sum, child) => sum + child.size, 0),
    files: children.reduce((sum, child) => sum + child.files, 0),
    children,
  }
}
