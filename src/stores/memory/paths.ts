import type { Measure } from '../../core/content/measure.ts'
import type { Part } from '../../core/content/part.ts'
import { sizeOfParts } from '../../core/content/size.ts'
import type { PathNode } from '../../history/node.ts'
import { ContentMissing } from '../errors.ts'
import { markKinds, type Paths } from '../store.ts'
import { pathTo, type State } from './state.ts'

/** Paths in memory: every question walks the whole path. */
export function memoryPaths(state: State): Paths {
  const sizedPath = (head: string, measure: Measure): PathNode[] => {
    let total = 0
    return pathTo(state, head).map((node) => {
      const json = state.contents.get(node.content)
      if (json === undefined) throw new ContentMissing(node.content)
      const size = sizeOfParts(JSON.parse(json) as readonly Part[], measure)
      total += size
      return { ...node, size, total }
    })
  }
  const isOn = (node: string, kind: string, revision: number): boolean =>
    state.marks.findLast((mark) => mark.node === node && mark.kind === kind && mark.revision <= revision)?.on ?? false
  return {
    node: async (id) => state.nodes.get(id)?.node,
    path: async (head, from, to, measure) =>
      sizedPath(head, measure).filter(({ depth }) => depth >= from && depth <= to),
    depthOfSize: async (head, size, perNode, measure) => {
      const path = sizedPath(head, measure)
      return path.find(({ total, depth }) => total + perNode * (depth + 1) >= size)?.depth ?? path.length - 1
    },
    marked: async (head, from, to, measure, revision) =>
      sizedPath(head, measure)
        .filter(({ depth }) => depth >= from && depth <= to)
        .flatMap(({ id, depth, size }) =>
          markKinds.filter((kind) => isOn(id, kind, revision)).map((kind) => ({ id, depth, kind, size })),
        ),
    markRevision: async () => state.marks.length,
  }
}
