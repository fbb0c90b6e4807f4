import { type AgentResult, checksOf, rowsOf } from './agent/checks.ts'
import type { Filled, Task, Used } from './agent/task.ts'
import { bySize, sizeOptions } from './frame/by-size.ts'
import { type ChildResult, inChild } from './frame/child.ts'
import type { Measurement } from './frame/command.ts'

const defaultSizes: readonly number[] = [10_000, 100_000]

/** Planning the calls of an agent at work, each on the one before it. */
export const agent: Measurement = {
  name: 'agent',
  about: 'plans of the newest 300 calls of an agent’s session under 32k and 64k tokens, each on the one before it',
  usage: '[--sizes 10000,100000] [--folder DIR]',
  options: sizeOptions,
  most: 0,
  async run(request) {
    const { say } = request
    const results = await bySize(request, defaultSizes, async (messages, folder): Promise<AgentResult> => {
      const task = { messages, sizeFactor: 1, folder }
      say(`${messages} messages: storing and counting`)
      const filled = await child<Filled>({ kind: 'fill', ...task })
      say(`${messages} messages: planning`)
      const used = await child<Used>({ kind: 'use', ...task })
      return { messages, filled: filled.result, used: used.result, peakMegabytes: used.peakMegabytes }
    })
    return { rows: results.flatMap(rowsOf), checks: checksOf(results) }
  },
}

async function child<Result>(task: Task): Promise<ChildResult<Result> & { kind: 'done' }> {
  const done = await inChild<Result>(new URL('./agent/child.ts', import.meta.url), { ...task })
  if (done.kind === 'timed-out') throw new Error('A measurement without a limit has timed out.')
  return done
}
