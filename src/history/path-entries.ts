import type { Bar } from '../core/candidate.ts'
import type { PathStep } from './resolve-path.ts'

/** What competes for the window on a path, and what bars it. */
export interface PathEntry {
  readonly node: string
  /** An instruction goes into the system text; everything else stands among the messages. */
  readonly as: 'instruction' | 'context' | 'node' | 'annotation'
  readonly bar?: Bar
}

/** What is known about the nodes around a path. */
export interface PathFacts {
  /** The notes about a node, oldest first. */
  annotations(node: string): readonly string[]
  /** A mark of the node's own, or one that covers it. */
  bar(node: string): Bar | undefined
  /** Annotations that the request names, and that are sent therefore. */
  readonly named?: ReadonlySet<string>
}

/**
 * Everything that is a candidate on a path: instruction sources first, then along the path each node behind its context,
 * and its annotations behind it.
 */
export function pathEntries(steps: readonly PathStep[], { annotations, bar, named }: PathFacts): PathEntry[] {
  const entry = (node: string, as: PathEntry['as'], otherwise?: Bar): PathEntry => {
    const barred = bar(node) ?? otherwise
    return barred === undefined ? { node, as } : { node, as, bar: barred }
  }
  const instructions = steps.flatMap((step) => step.instructions.map((node) => entry(node, 'instruction')))
  const along = steps.flatMap(({ node, context }) => [
    ...context.map((each) => entry(each, 'context')),
    entry(node, 'node'),
    ...annotations(node).map((each) => entry(each, 'annotation', named?.has(each) ? undefined : 'annotation')),
  ])
  return [...instructions, ...along]
}
