import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { type ChildResult, inChild } from './frame/child.ts'
import { type Measurement, numbersIn } from './frame/command.ts'
import { atMost, type Row } from './frame/report.ts'
import { writeVault } from './vault/generate.ts'
import type { Indexed, Operation, Task } from './vault/task.ts'

const defaultNotes: readonly number[] = [10_000]
/** So long a file that was just written is read again, whatever the cache says. */
const settling = 2_500

/** Links of a vault of notes, and bundles that follow them. */
export const vault: Measurement = {
  name: 'vault',
  about: 'the link index of a generated vault, six links a note, cold and warm, and bundles with depth 2',
  usage: '[--notes 10000]',
  options: { notes: { type: 'string' } },
  most: 0,
  async run({ options, say }) {
    const [notes = 0] = numbersIn('notes', options.notes, defaultNotes)
    const folder = await mkdtemp(join(tmpdir(), 'heddle-bench-'))
    try {
      const place = { root: join(folder, 'vault'), cache: join(folder, 'links.json') }
      say(`writing ${notes} notes`)
      writeVault(place.root, notes)
      await setTimeout(settling)
      say('indexing')
      const cold = await child<Indexed>({ kind: 'index', ...place })
      const again = await child<Indexed>({ kind: 'index', ...place })
      const { result: operations } = await child<Operation[]>({ kind: 'use', ...place })
      return {
        rows: [
          indexRow('index, cold', notes, cold),
          indexRow('open with nothing changed, new process', notes, again),
          ...operations.map(operationRow),
        ],
        checks: [
          atMost('link index, cold: ms', cold.result.milliseconds, 5000),
          ...operations.map(({ name, median, target }) => atMost(`${name}: median in ms`, median, target)),
        ],
      }
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  },
}

function indexRow(what: string, notes: number, { result, peakMegabytes }: Done<Indexed>): Row {
  const { milliseconds, links, resolved } = result
  return { what, notes, links, resolved, rounds: 1, medianMs: milliseconds, p95Ms: null, peakMegabytes }
}

function operationRow({ name, notes, rounds, median, p95 }: Operation): Row {
  return { what: name, notes: notes === 0 ? null : notes, rounds, medianMs: median, p95Ms: p95 }
}

type Done<Result> = ChildResult<Result> & { readonly kind: 'done' }

async function child<Result>(task: Task): Promise<Done<Result>> {
  const done = await inChild<Result>(new URL('./vault/child.ts', import.meta.url), { ...task })
  if (done.kind === 'timed-out') throw new Error('A measurement without a limit has timed out.')
  return done
}
