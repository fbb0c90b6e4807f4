/**
 * A path from the root in the one form that sources use: `./a`, `a/` and `a//b` are `a`, `a` and `a/b`, and `..` is resolved; a
 * backslash is a character. The root is the empty text. Undefined for a path that is absolute or leads out of the root.
 */
export function itemPath(given: string): string | undefined {
  if (given.startsWith('/')) return undefined
  const names: string[] = []
  for (const name of given.split('/')) {
    if (name === '..') {
      if (names.pop() === undefined) return undefined
    } else if (name !== '' && name !== '.') names.push(name)
  }
  return names.join('/')
}
