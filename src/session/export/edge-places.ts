import type { EdgeEntry } from '../../formats/format.ts'
import { type Edge, edgeNumber } from '../../history/edge.ts'
import type { Node } from '../../history/node.ts'
import type { Store } from '../../stores/store.ts'

/** Where further edges stand among the nodes as these are written. */
export interface EdgePlaces {
  /** Those that a version gained: they stood before it, so that taking them in again gives it to them. */
  before(version: Node): Promise<EdgeEntry[]>
  /** Tells of the edges into a node that has been written. */
  met(edges: readonly Edge[]): void
  /** Those that have not come yet. */
  rest(): EdgeEntry[]
}

const page = 500

/** The places of the edges that were added to nodes after they were made. The edges of one node keep their order. */
export function edgePlaces(store: Store): EdgePlaces {
  const waiting = new Map<string, readonly Edge[]>()
  /** The edges into a node up to a number, of those that wait. */
  const upTo = (target: string, number: number): EdgeEntry[] => {
    const edges = waiting.get(target) ?? []
    waiting.set(
      target,
      edges.filter(({ id }) => edgeNumber(id) > number),
    )
    return edges.filter(({ id }) => edgeNumber(id) <= number).map(entryOf)
  }
  return {
    before: async ({ id, editedFrom }) => {
      const entries: EdgeEntry[] = []
      for (let after: string | undefined; editedFrom !== undefined; ) {
        const children = await store.children(id, { limit: page, ...(after === undefined ? {} : { after }) })
        for (const { id: target } of children) {
          const gained = (waiting.get(target) ?? []).filter(({ sources }) =>
            sources
              .filter(({ role }) => role === 'primary')
              .slice(1)
              .some(({ node }) => node === id),
          )
          const last = gained.at(-1)
          if (last) entries.push(...upTo(target, edgeNumber(last.id)))
        }
        after = children.at(-1)?.id
        if (children.length < page) break
      }
      return entries
    },
    met: (edges) => {
      const further = edges.filter(({ id }) => edgeNumber(id) > 0)
      const target = further[0]?.target
      if (target !== undefined) waiting.set(target, further)
    },
    rest: () => [...waiting.values()].flatMap((edges) => edges.map(entryOf)),
  }
}

/** An edge as it was made: its first primary source, and the others that are no versions. */
function entryOf({ target, type, sources }: Edge): EdgeEntry {
  const first = sources.findIndex(({ role }) => role === 'primary')
  const made = sources.filter(({ role }, at) => role !== 'primary' || at === first)
  return { kind: 'edge', target, type, sources: made.map(({ node, role }) => ({ key: node, role })) }
}
