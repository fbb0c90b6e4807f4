import { bySize, sizeOptions } from './frame/by-size.ts'
import { type ChildResult, inChild } from './frame/child.ts'
import type { Measurement } from './frame/command.ts'
import { checksOf, rowsOf, type TreeResult } from './tree/checks.ts'
import type { Filled, Task, Used } from './tree/task.ts'

const defaultSizes: readonly number[] = [10_000, 1_000_000]

/** Working in large trees. */
export const tree: Measurement = {
  name: 'tree',
  about: 'appends, forks, paths, siblings, prunes and searches in trees, with a branch for every 100 nodes',
  usage: '[--sizes 10000,1000000] [--folder DIR]',
  options: sizeOptions,
  most: 0,
  async run(request) {
    const { say } = request
    const results = await bySize(request, defaultSizes, async (nodes, folder): Promise<TreeResult> => {
      const task = { nodes, folder }
      say(`${nodes} nodes: storing and counting`)
      const filled = await child<Filled>({ kind: 'fill', ...task })
      say(`${nodes} nodes: using them`)
      const used = await child<Used>({ kind: 'use', ...task })
      return { nodes, filled: filled.result, used: used.result, peakMegabytes: filled.peakMegabytes }
    })
    return { rows: results.flatMap(rowsOf), checks: checksOf(results) }
  },
}

async function child<Result>(task: Task): Promise<ChildResult<Result> & { kind: 'done' }> {
  const done = await inChild<Result>(new URL('./tree/child.ts', import.meta.url), { ...task })
  if (done.kind === 'timed-out') throw new Error('A measurement without a limit has timed out.')
  return done
}
