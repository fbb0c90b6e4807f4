interface Folder {
  readonly folders: Map<string, Folder>
  readonly files: Set<string>
}

/**
 * Paths drawn as a tree: one that ends in a slash is a folder. Folders come first, with a slash, then files, both by name; a
 * chain of folders that each hold one folder and nothing else is one line. No line break at the end. The order of the
 * paths does not matter. Control characters in names stand as in JSON, so that a name is never two lines.
 */
export function fileTree(paths: readonly string[]): string {
  const root: Folder = { folders: new Map(), files: new Set() }
  for (const path of paths) add(root, path)
  return linesOf(root, '').join('\n')
}

function add(root: Folder, path: string): void {
  const names = path.split('/').filter((name) => name !== '')
  const file = path.endsWith('/') ? undefined : names.pop()
  let folder = root
  for (const name of names) {
    const inside = folder.folders.get(name) ?? { folders: new Map(), files: new Set() }
    folder.folders.set(name, inside)
    folder = inside
  }
  if (file !== undefined) folder.files.add(file)
}

function linesOf({ folders, files }: Folder, indent: string): string[] {
  const names = [...[...folders.keys()].sort(), ...[...files].sort()]
  return names.flatMap((name, at) => {
    const isLast = at === names.length - 1
    const branch = indent + (isLast ? '└── ' : '├── ')
    const folder = at < folders.size ? folders.get(name) : undefined
    if (!folder) return [branch + onOneLine(name)]
    const chain = joined(name, folder)
    return [`${branch}${onOneLine(chain.name)}/`, ...linesOf(chain.folder, indent + (isLast ? '    ' : '│   '))]
  })
}

/** A folder with those below it that stand on the same line. */
function joined(start: string, from: Folder): { name: string; folder: Folder } {
  let [name, folder] = [start, from]
  for (;;) {
    const [inside, ...others] = folder.folders
    if (!inside || others.length > 0 || folder.files.size > 0) return { name, folder }
    name += `/${inside[0]}`
    folder = inside[1]
  }
}

function onOneLine(name: string): string {
  return name.replace(/\p{Cc}/gu, (sign) => JSON.stringify(sign).slice(1, -1))
}
