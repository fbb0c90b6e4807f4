/** The name at the end of a path. */
export function fileName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

/** The last part of a file's name behind a dot, in lower case; empty for none and for dot files. */
export function fileExtension(path: string): string {
  const name = fileName(path)
  const dot = name.lastIndexOf('.')
  return dot <= 0 ? '' : name.slice(dot + 1).toLowerCase()
}
