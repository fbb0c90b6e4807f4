import { atLeast, atMost, type Check, type Row } from '../frame/report.ts'
import type { Filled, Operation, Used } from './task.ts'

/** Everything measured for one number of nodes. */
export interface TreeResult {
  readonly nodes: number
  readonly filled: Filled
  readonly used: Used
  readonly peakMegabytes: number
}

/** How much slower something may be in the largest tree than in the smallest, and still be called flat. */
const flat = 2

/** The lines of a result: storing, then each operation. */
export function rowsOf({ nodes, filled, used, peakMegabytes }: TreeResult): Row[] {
  const { imported, milliseconds, branches } = filled
  const storing: Row = {
    nodes,
    what: 'store',
    branches,
    nodesPerSecond: (imported / milliseconds) * 1000,
    bytesPerNode: overhead(filled, nodes),
    peakMegabytes,
  }
  const operations = used.operations.map(
    ({ name, rounds, median, p95 }): Row => ({ nodes, what: name, rounds, median, p95 }),
  )
  return [storing, ...operations]
}

/** The targets of the issue: in the largest tree, and against the smallest. */
export function checksOf(results: readonly TreeResult[]): Check[] {
  const [smallest, largest] = [results[0], results.at(-1)]
  if (!smallest || !largest) return []
  const size = `among ${largest.nodes} nodes`
  const named = largest.used.operations.filter(({ isNamed }) => isNamed)
  return [
    ...named.map(({ name, median }) => atMost(`${name} ${size}: median in ms`, median, 2)),
    ...(smallest === largest ? [] : named.flatMap((operation) => flatness(operation, smallest, largest.nodes))),
    atLeast(
      'nodes of 500 characters stored a second, exact counts included',
      (largest.filled.imported / largest.filled.milliseconds) * 1000,
      4000,
    ),
    atMost(`bytes a node besides its text ${size}`, overhead(largest.filled, largest.nodes), 400),
  ]
}

function flatness({ name, median }: Operation, smallest: TreeResult, nodes: number): Check[] {
  const before = smallest.used.operations.find((each) => each.name === name)
  if (!before) return []
  return [atMost(`${name}: time among ${nodes} nodes against ${smallest.nodes}`, median / before.median, flat)]
}

function overhead({ storeBytes, textBytes }: Filled, nodes: number): number {
  return (storeBytes - textBytes) / nodes
}
