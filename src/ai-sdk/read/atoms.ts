import type { ReadNode } from './read-node.ts'

/** How the nodes hang together. */
export interface Links {
  /** By node: the index of the first node of what is kept or left out together with it. */
  readonly atoms: readonly (number | undefined)[]
  /** By node: how many calls up to and with it are answered further on. */
  readonly open: readonly number[]
}

/**
 * Joins each call to what answers it: an answer belongs to the newest node before it that asked under its id. What shares a node
 * is one.
 */
export function linksOf(nodes: readonly ReadNode[]): Links {
  const above = nodes.map((_, at) => at)
  const root = (at: number): number => {
    let found = at
    while (above[found] !== found) found = above[found] ?? found
    above[at] = found
    return found
  }
  const asked = new Map<string, number>()
  const linked = new Set<number>()
  const change = nodes.map(() => 0)
  const add = (at: number, by: number): void => {
    change[at] = (change[at] ?? 0) + by
  }
  for (const [at, { opens, answers }] of nodes.entries()) {
    for (const id of opens) asked.set(id, at)
    for (const id of new Set(answers)) {
      const from = asked.get(id)
      if (from === undefined || from === at) continue
      const [one, other] = [root(from), root(at)]
      above[Math.max(one, other)] = Math.min(one, other)
      linked.add(from).add(at)
      add(from, 1)
      add(at, -1)
    }
  }
  let count = 0
  const open = change.map((by) => {
    count += by
    return count
  })
  return { atoms: nodes.map((_, at) => (linked.has(at) ? root(at) : undefined)), open }
}
