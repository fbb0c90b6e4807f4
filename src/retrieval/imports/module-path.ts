/** File names that stand for their folder. */
const folderName = /^(?:index(?:\.\w+)?|__init__(?:\.pyi?)?|mod\.rs)$/

/** A path as others name it: without extension, and without the last name where it stands for the folder. */
export function modulePath(path: string): string {
  const slash = path.lastIndexOf('/')
  const dot = path.lastIndexOf('.')
  if (slash > 0 && folderName.test(path.slice(slash + 1))) return path.slice(0, slash)
  return dot > slash + 1 ? path.slice(0, dot) : path
}

/** The folder of a path; empty for the root. */
export function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')))
}

/** Where a relative path leads from a folder; undefined where it leads out of the root. */
export function joined(folder: string, relative: string): string | undefined {
  const parts = folder === '' ? [] : folder.split('/')
  for (const part of relative.split('/')) {
    if (part === '..') {
      if (parts.pop() === undefined) return undefined
    } else if (part !== '.' && part !== '') parts.push(part)
  }
  return parts.join('/')
}
