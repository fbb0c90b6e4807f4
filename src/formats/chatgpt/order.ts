import type { Place } from './shapes.ts'

/**
 * The places in an order in which each stands behind its parent and before its next sibling. Children come as their
 * parent lists them; what may become a beginning of the conversation (a place without a parent, or one below a place
 * that is passed over) comes by time. Places that lead to themselves come last.
 */
export function inOrder(
  places: ReadonlyMap<string, Place>,
  isPassedOver: (id: string) => boolean,
  timeOf: (id: string) => number,
): readonly Place[] {
  const children = childrenOf(places)
  const byTime = (ids: readonly string[]): string[] => ids.toSorted((a, b) => timeOf(a) - timeOf(b))
  const roots = [...places.values()].filter(({ parent }) => parent === null || !places.has(parent))
  const ordered = new Map<string, Place>()
  const open = byTime(roots.map(({ id }) => id)).reverse()
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    const place = places.get(id)
    if (!place || ordered.has(id)) continue
    ordered.set(id, place)
    const below = children.get(id) ?? []
    for (const child of (isPassedOver(id) ? byTime(below) : below).toReversed()) open.push(child)
  }
  return [...ordered.values(), ...[...places.values()].filter(({ id }) => !ordered.has(id))]
}

/** The children of each place: those that name it as their parent, in the order in which it lists them. */
function childrenOf(places: ReadonlyMap<string, Place>): ReadonlyMap<string, readonly string[]> {
  const children = new Map<string, string[]>()
  for (const { id, parent } of places.values()) {
    if (parent === null) continue
    const siblings = children.get(parent)
    if (siblings) siblings.push(id)
    else children.set(parent, [id])
  }
  for (const [parent, siblings] of children) {
    const listed = new Map((places.get(parent)?.children ?? []).map((id, at) => [id, at]))
    const rank = (id: string): number => listed.get(id) ?? listed.size
    siblings.sort((a, b) => rank(a) - rank(b))
  }
  return children
}
