import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import { type Finding, tally } from '../finding.ts'
import { eachRow, has } from '../raw.ts'

const time = z.number()
const error = z.object({ code: z.string(), message: z.string() }).nullable()
const count = z.number().nullable()
const text = z.string().nullable()

/** What the JSON of each table holds at least; a run that goes on or a call without an end is as sound as any. */
const shapes = {
  runs: z.object({ model: z.string(), settings: z.string(), queuedAt: time, attempts: z.number(), error }),
  calls: z.object({
    provider: z.string(),
    model: z.string(),
    state: z.enum(['running', 'done', 'failed', 'interrupted']),
    startedAt: time,
    endedAt: time.nullable(),
    usage: z.object({ input: count, cachedRead: count, cacheWrite: count, output: count, reasoning: count }).nullable(),
    retries: z.array(z.object({ code: z.string(), message: z.string() })),
    error,
    estimate: z.object({ measure: z.string(), size: z.number() }),
  }),
  tool_traces: z.object({ name: z.string(), result: text, startedAt: time, error: text, changes: z.array(z.object()) }),
  outcomes: z.object({ verdict: z.enum(['accepted', 'rejected', 'edited']), note: text, at: time }),
  reflections: z.object({ reflection: z.json(), at: time }),
  calibrations: z.object({ measure: z.string(), calls: z.number(), error: z.number(), at: time }),
}

/** A row about calls that cannot be what was stored. */
export interface UnsoundRow {
  readonly table: string
  readonly rowid: number
}

/** The rows about calls whose JSON cannot be read, or is not what stands there. None in a store without such tables. */
export function* unsoundRows(database: DatabaseSync): Generator<UnsoundRow> {
  for (const [table, shape] of Object.entries(shapes)) {
    if (!has(database, table)) continue
    for (const row of eachRow<{ rowid: number; json: string }>(database, `SELECT rowid AS rowid, json FROM ${table}`))
      if (!shape.safeParse(parsed(row.json)).success) yield { table, rowid: row.rowid }
  }
}

/** Runs, calls and what came of them: whether each can be read. */
export function checkCalls(database: DatabaseSync): Finding[] {
  const wrong = tally()
  for (const { table, rowid } of unsoundRows(database)) wrong.add(`${table} ${rowid}`)
  return wrong.findings('calls', (rows) =>
    rows === 1
      ? '1 record of a call or a run is not what was stored.'
      : `${rows} records of calls and runs are not what was stored.`,
  )
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}
