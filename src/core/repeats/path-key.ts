/** Where paths are read from, and how the file system compares them. */
export interface PathSpace {
  /** The root that relative paths start at. Without it, a relative path is never the same as an absolute one. */
  readonly workspace?: string
  /** Default true. */
  readonly caseSensitive?: boolean
}

/**
 * A path as a key: two spellings of one path have the same one. Slashes of both kinds, `.`, `..` and doubled slashes
 * are resolved, and so is the workspace. Drive letters never differ by case.
 */
export function pathKey(path: string, { workspace, caseSensitive = true }: PathSpace = {}): string {
  const given = path.replaceAll('\\', '/')
  const full = !workspace || absolute.test(given) ? given : `${workspace.replaceAll('\\', '/')}/${given}`
  const key = resolved(full)
  return caseSensitive ? key : key.normalize('NFC').toLowerCase()
}

const absolute = /^(?:[a-z]:)?\//i

function resolved(path: string): string {
  const root = absolute.exec(path)?.[0] ?? ''
  const names: string[] = []
  for (const name of path.slice(root.length).split('/')) {
    if (name === '' || name === '.') continue
    if (name !== '..') names.push(name)
    else if (names.length > 0 && names.at(-1) !== '..') names.pop()
    else if (root === '') names.push(name)
  }
  return root.toLowerCase() + names.join('/')
}
