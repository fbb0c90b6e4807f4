/** One prune that stands: the node that was named, and how many nodes it covers, itself included. */
export interface Prune {
  readonly id: string
  readonly node: string
  readonly count: number
  /** Unix time in milliseconds. */
  readonly at: number
}

/** A node and all its descendants, found without recursion: a tree may be as deep as it likes. */
export function withDescendants(node: string, children: (node: string) => readonly string[]): string[] {
  const found = new Set([node])
  for (const each of found) for (const child of children(each)) found.add(child)
  return [...found]
}
