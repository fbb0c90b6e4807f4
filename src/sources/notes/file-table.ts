/** Files by names, which are compared without case and in Unicode's normal form C. */
export interface FileTable {
  /** The file of this name; where several names differ in case alone, of the one that is spelled so, else of the first. */
  at(name: string): string | undefined
  /**
   * The file whose name is this, or ends in it behind a slash: the one of just this name, else one below the folder, then the
   * shortest name, then the first by code units.
   */
  endingIn(name: string, folder: string): string | undefined
}

interface Entry {
  readonly key: string
  /** Paths with the names that they are under; the shortest first, ties by code units. */
  readonly files: (readonly [path: string, name: string])[]
}

/** A table of paths and the names that they are found under, which come in any order. */
export function fileTable(files: readonly (readonly [path: string, name: string])[]): FileTable {
  const byKey = new Map<string, Entry>()
  const byLastName = new Map<string, Entry[]>()
  for (const file of files.toSorted(shortestFirst)) {
    const key = keyOf(file[1])
    const known = byKey.get(key)
    if (known) known.files.push(file)
    else {
      const entry = { key, files: [file] }
      byKey.set(key, entry)
      const last = lastName(key)
      const others = byLastName.get(last)
      if (others) others.push(entry)
      else byLastName.set(last, [entry])
    }
  }
  const at = (name: string): string | undefined => spelled(byKey.get(keyOf(name)), name)
  return {
    at,
    endingIn(name, folder) {
      const key = keyOf(name)
      const entries = byLastName.get(lastName(key)) ?? []
      if (entries.length > 1) {
        const exact = at(name) ?? (folder === '' ? undefined : at(`${folder}/${name}`))
        if (exact !== undefined) return exact
      }
      const ending = `/${key}`
      const below = `${keyOf(folder)}/`
      let shortest: Entry | undefined
      for (const entry of entries) {
        if (entry.key !== key && !entry.key.endsWith(ending)) continue
        if (folder === '' || entry.key.startsWith(below)) return spelled(entry, name)
        shortest ??= entry
      }
      return spelled(shortest, name)
    },
  }
}

function spelled(entry: Entry | undefined, name: string): string | undefined {
  const files = entry?.files ?? []
  return (files.length > 1 ? files.find((file) => file[1].endsWith(name)) : undefined)?.[0] ?? files[0]?.[0]
}

function shortestFirst(a: readonly [string, string], b: readonly [string, string]): number {
  return a[1].length - b[1].length || order(a[1], b[1]) || a[0].length - b[0].length || order(a[0], b[0])
}

function order(a: string, b: string): number {
  return a < b ? -1 : Number(a > b)
}

function lastName(key: string): string {
  return key.slice(key.lastIndexOf('/') + 1)
}

/** Plain letters need no normal form, which takes longer. */
function keyOf(name: string): string {
  return (isAscii(name) ? name : name.normalize('NFC')).toLowerCase()
}

function isAscii(name: string): boolean {
  for (let i = 0; i < name.length; i++) if (name.charCodeAt(i) > 127) return false
  return true
}
