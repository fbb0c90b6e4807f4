import { bySize, sizeOptions } from './frame/by-size.ts'
import { type ChildResult, inChild } from './frame/child.ts'
import type { Measurement } from './frame/command.ts'
import { checksOf, type PeerTurns, rowsOf, type SessionResult } from './session/checks.ts'
import type { Filled, Task, Turns } from './session/task.ts'

const defaultSizes: readonly number[] = [1000, 10_000, 100_000]

/** The limits: one as in the other measurements, and the one that the model's window gives, which is the default. */
const budgets: readonly (number | null)[] = [32_000, null]

/**
 * The peers. Neither has a limit, counts, plans, explains, records calls, reflects or learns; killed in the middle of a write they
 * lose the file or its last lines. Their time has the client library in it, ours has not: the scripted model stands for it.
 */
const peers: readonly { readonly name: string; readonly newest: number | null }[] = [
  { name: 'generateText: all sent, one JSON file', newest: null },
  { name: 'generateText: newest 300 sent, lines appended', newest: 300 },
]

/** What a turn costs beside its model. */
export const session: Measurement = {
  name: 'session',
  about: 'turns behind long conversations less the time of the model, beside generateText without plans and records',
  usage: '[--sizes 1000,10000,100000] [--folder DIR]',
  options: sizeOptions,
  most: 0,
  async run(request) {
    const { say } = request
    const results = await bySize(request, defaultSizes, async (messages, folder): Promise<SessionResult> => {
      say(`${messages} messages: storing and counting`)
      const filled = await child<Filled>({ kind: 'fill', messages, folder })
      say(`${messages} messages: turns`)
      const turns = await child<readonly Turns[]>({ kind: 'turns', folder, budgets })
      say(`${messages} messages: peers`)
      const measured: PeerTurns[] = []
      for (const { name, newest } of peers)
        measured.push({ name, turns: await child<Turns>({ kind: 'peer', messages, folder, newest }) })
      return { messages, filled, turns, peers: measured }
    })
    return { rows: results.flatMap(rowsOf), checks: checksOf(results) }
  },
}

async function child<Result>(task: Task): Promise<Result> {
  const done: ChildResult<Result> = await inChild(new URL('./session/child.ts', import.meta.url), { ...task })
  if (done.kind === 'timed-out') throw new Error('A measurement without a limit has timed out.')
  return done.result
}
