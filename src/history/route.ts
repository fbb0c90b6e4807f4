/**
 * A place where a path does not go on with the node's parent as it was made: from `at` it goes on with `to`. `edge` is
 * named where it is not the edge that was made with `at`.
 */
export interface Detour {
  readonly at: string
  readonly to: string
  readonly edge?: string
}

/** A path written down: its last node, and its detours from the head to the root. A path that begins with a note ends there. */
export interface Route {
  readonly head: string
  readonly detours: readonly Detour[]
}

/** The route without a detour: every node goes on with its parent. */
export function straight(head: string): Route {
  return { head, detours: [] }
}

/** The nodes of a route, root first. `up` is where a node goes on to without a detour; null where a path begins. */
export function routeNodes({ head, detours }: Route, up: (node: string) => string | null): string[] {
  const turns = new Map(detours.map(({ at, to }) => [at, to]))
  const nodes: string[] = []
  for (let node: string | null = head; node !== null; node = turns.get(node) ?? up(node)) nodes.push(node)
  return nodes.reverse()
}
