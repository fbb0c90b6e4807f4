import type { DatabaseSync } from 'node:sqlite'
import { eachRow, has } from '../raw.ts'
import { callFigures, reflectionFigures, runFigures, traceFigures } from './call-figures.ts'
import { hasLineFrom, isFrom } from './purge-plans.ts'

interface PurgedCalls {
  /** Ids of the purged nodes. */
  readonly nodes: ReadonlySet<string>
  /** Ids of the plans that went. */
  readonly plans: ReadonlySet<string>
  /** Ids of calls whose tools gave a purged result. */
  readonly calls: ReadonlySet<string>
  /** The purged contents as JSON. */
  readonly texts: readonly string[]
  /** All calls of this conversation are among them. */
  readonly conversation: string | undefined
}

/**
 * Takes what could hold text out of calls whose answer, plan or result is purged, and out of whatever holds a longer stretch of
 * a purged text: inputs, errors and changes of tools, messages of errors and retries, notes of people, what reflections
 * name. Figures stay: times, sizes, usage, states, verdicts, exit codes, digests, counts by kind.
 */
export function purgeCalls(database: DatabaseSync, purged: PurgedCalls): void {
  if (!has(database, 'calls')) return
  const { nodes, texts } = purged
  const { calls, runs } = doomed(database, purged)
  const isTold = (json: string): boolean => {
    const lines = json.replaceAll(/\\n[-+ ]/g, '\\n')
    return isFrom(json, texts) || hasLineFrom(lines, texts)
  }
  const goes = (call: string, json: string): boolean => calls.has(call) || isTold(json)
  rewrite(database, 'calls', goes, callFigures)
  rewrite(database, 'tool_traces', goes, traceFigures)
  rewrite(database, 'outcomes', goes, () => ({ note: null }))
  rewrite(database, 'reflections', (call, json) => goes(call, json) || namesAny(json, nodes), reflectionFigures)
  rewrite(database, 'runs', (run, json) => runs.has(run) || isTold(json), runFigures)
}

/** The calls that lose their text in any case, and the runs that they are of. */
function doomed(
  database: DatabaseSync,
  { nodes, plans, calls, conversation }: PurgedCalls,
): { readonly calls: ReadonlySet<string>; readonly runs: ReadonlySet<string> } {
  const found = { calls: new Set<string>(), runs: new Set<string>() }
  type Row = { readonly id: string; readonly run: string; readonly plan: string; readonly node: string; own: string }
  const all = `SELECT k.id, k.run, k.plan, k.node, c.id AS own FROM calls k JOIN conversations c ON c.key = k.conversation`
  for (const { id, run, plan, node, own } of eachRow<Row>(database, all)) {
    if (own !== conversation && !nodes.has(node) && !plans.has(plan) && !calls.has(id)) continue
    found.calls.add(id)
    found.runs.add(run)
  }
  if (conversation === undefined) return found
  const ofConversation = 'SELECT r.id FROM runs r JOIN conversations c ON c.key = r.conversation WHERE c.id = ?'
  for (const { id } of eachRow<{ id: string }>(database, ofConversation, conversation)) found.runs.add(id)
  return found
}

/** The column that says which call, or run, a row is about. */
const about = { calls: 'id', tool_traces: 'call', outcomes: 'call', reflections: 'call', runs: 'id' } as const

/** Puts figures in the place of what could hold text, in every row of which the test says so. */
function rewrite<Row extends object>(
  database: DatabaseSync,
  table: keyof typeof about,
  goes: (id: string, json: string) => boolean,
  figures: (row: Row) => Partial<Row>,
): void {
  const changed: { readonly key: number; readonly json: string }[] = []
  type Stored = { readonly key: number; readonly id: string; readonly json: string }
  const sql = `SELECT rowid AS key, ${about[table]} AS id, json FROM ${table}`
  for (const { key, id, json } of eachRow<Stored>(database, sql)) {
    if (!goes(id, json)) continue
    const row = JSON.parse(json) as Row
    changed.push({ key, json: JSON.stringify({ ...row, ...figures(row) }) })
  }
  const write = database.prepare(`UPDATE ${table} SET json = ? WHERE rowid = ?`)
  for (const { key, json } of changed) write.run(json, key)
}

function namesAny(json: string, ids: ReadonlySet<string>): boolean {
  return [...json.matchAll(/"([^"\\]+)"/g)].some(([, text = '']) => ids.has(text))
}
