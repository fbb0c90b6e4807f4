import { DatabaseSync } from 'node:sqlite'
import { NodeNotFound } from '../../../errors.ts'
import { unusable } from '../../database/faults.ts'
import { goneFlag, tombstoneHead, tombstoneText } from '../../tombstone.ts'
import { copiesBeside } from '../check.ts'
import { PurgeUnfinished } from '../errors.ts'
import { allRows, has, numberOf, oneRow } from '../raw.ts'
import { emptySearch } from '../search.ts'
import { bury } from './bury.ts'
import { purgeCalls } from './purge-calls.ts'
import { purgeFacts } from './purge-facts.ts'
import { buryContents, purgePlans, purgeStates } from './purge-plans.ts'
import { burySent, summariesOf } from './purge-summaries.ts'
import { resultsOf } from './purged-results.ts'

/** How long readers of an older state are waited for, which keep the log from being emptied. */
const readersMilliseconds = 5000

/** What is to go: nodes by their ids, or everything that was said in a conversation, its title, system text and tools, too. */
export type PurgeTarget = { readonly nodes: readonly string[] } | { readonly conversation: string }

/** How a purge is done. */
export interface PurgeOptions {
  /** Texts that nodes outside the purge hold as well go from those, too. Default: they stay there. */
  readonly shared?: boolean
  /** Only says what would go. */
  readonly dryRun?: boolean
}

/** What went, or with `dryRun` would go. */
export interface PurgeReport {
  /** Ids of the nodes whose content is gone. */
  readonly nodes: readonly string[]
  /** How much text went, in bytes. */
  readonly bytes: number
  /** Plans that were made from it, and went with it. */
  readonly plans: readonly string[]
  /** Nodes outside the purge that hold one of the texts as well: with `shared` it went from them, else it is still there. */
  readonly sharedBy: readonly string[]
  /** Older copies of the store beside it, which still hold everything. */
  readonly copies: readonly string[]
}

/**
 * Takes the content of nodes out of a store for good: the row keeps its digest and its sizes, the text is overwritten wherever it
 * stood, log and free pages included. Plans that were made from it go as well, what was shortened from it, and summaries. Calls whose answer, plan
 * or result is purged keep their figures and lose what could hold text: what tools were given, why they failed and what they
 * changed, messages of errors, notes of people, what reflections name. Purging what is purged changes nothing. Throws `NodeNotFound`, `PurgeUnfinished`, `StoreUnusable`.
 */
export function purge(path: string, target: PurgeTarget, options: PurgeOptions = {}): PurgeReport {
  const database = new DatabaseSync(path)
  try {
    database.exec('PRAGMA busy_timeout = 60000; PRAGMA foreign_keys = ON; PRAGMA secure_delete = ON; BEGIN IMMEDIATE')
    const report = purgeWithin(database, target, options)
    database.exec(options.dryRun === true ? 'ROLLBACK' : 'COMMIT')
    if (options.dryRun !== true) overwrite(database, path)
    return { ...report, copies: copiesBeside(path) }
  } catch (error) {
    throw unusable(error, path)
  } finally {
    database.close()
  }
}

/** Content that is to go: its row, and what of it. */
interface Doomed {
  readonly content: number
  readonly digest: Uint8Array
  readonly bytes: number
}

function purgeWithin(
  database: DatabaseSync,
  target: PurgeTarget,
  { shared = false }: PurgeOptions,
): Omit<PurgeReport, 'copies'> {
  const named = keysOf(database, target)
  const told = summariesOf(database, named)
  const keys = new Set([...named, ...told.keys])
  const conversation = 'conversation' in target ? target.conversation : undefined
  const results = resultsOf(database, shared ? sharersOf(database, [...keys]) : [...keys], conversation)
  const sharedBy: number[] = []
  const doomed: Doomed[] = []
  const texts: string[] = []
  let bytes = 0
  const held = allRows<Doomed & { json: string }>(
    database,
    `SELECT DISTINCT c.key AS content, c.digest, octet_length(c.json) AS bytes, c.json FROM nodes n
     JOIN contents c ON c.key = n.content WHERE n.key IN (SELECT value FROM json_each(?)) AND c.head >= 0`,
    JSON.stringify([...keys]),
  )
  for (const { content, digest, bytes: length, json } of held) {
    const others = allRows<{ key: number }>(database, 'SELECT key FROM nodes WHERE content = ?', content)
      .map(({ key }) => key)
      .filter((key) => !keys.has(key))
    sharedBy.push(...others)
    if (others.length > 0 && !shared) setApart(database, content, digest, keys)
    else {
      bury(database, 'contents', content, digest)
      database.prepare('UPDATE nodes SET empty = ? WHERE content = ?').run(goneFlag('purged'), content)
      doomed.push({ content, digest, bytes: length })
      texts.push(json)
      bytes += length
    }
  }
  const all = shared ? new Set([...keys, ...sharedBy]) : keys
  const ids = idsOf(database, [...all])
  const nodes = new Set(ids)
  const made = purgePlans(database, {
    nodes,
    digests: doomed.map(({ digest }) => digest),
    texts,
    conversation,
  })
  const apart = buryContents(database, (digest) => results.digests.has(digest))
  burySent(database, told)
  purgeStates(database, texts, conversation)
  purgeFacts(database, { nodes, texts, conversation })
  purgeCalls(database, { nodes, plans: new Set(made.plans), calls: results.calls, texts, conversation })
  forget(database, texts, conversation)
  unlabel(database, ids)
  retotal(database)
  emptySearch(database)
  return { nodes: ids, bytes: bytes + made.bytes + apart, plans: made.plans, sharedBy: idsOf(database, sharedBy) }
}

function keysOf(database: DatabaseSync, target: PurgeTarget): number[] {
  if ('conversation' in target) {
    const sql = 'SELECT n.key FROM nodes n JOIN conversations c ON c.key = n.conversation WHERE c.id = ?'
    return allRows<{ key: number }>(database, sql, target.conversation).map(({ key }) => key)
  }
  return target.nodes.map((id) => {
    const key = oneRow<{ key: number }>(database, 'SELECT key FROM nodes WHERE id = ?', id)?.key
    if (key === undefined) throw new NodeNotFound(id)
    return key
  })
}

/** The nodes that hold what these hold. */
function sharersOf(database: DatabaseSync, keys: readonly number[]): number[] {
  const sql = `SELECT key FROM nodes
    WHERE content IN (SELECT content FROM nodes WHERE key IN (SELECT value FROM json_each(?)))`
  return allRows<{ key: number }>(database, sql, JSON.stringify(keys)).map(({ key }) => key)
}

function idsOf(database: DatabaseSync, keys: readonly number[]): string[] {
  const sql = 'SELECT id FROM nodes WHERE key IN (SELECT value FROM json_each(?)) ORDER BY key'
  return allRows<{ id: string }>(database, sql, JSON.stringify(keys)).map(({ id }) => id)
}

/** Gives the nodes of the purge a tombstone of their own, with the same sizes; the text stays for the others. */
function setApart(database: DatabaseSync, content: number, digest: Uint8Array, keys: ReadonlySet<number>): void {
  const { lastInsertRowid } = database
    .prepare('INSERT INTO contents (head, digest, json) VALUES (?, ?, ?)')
    .run(tombstoneHead(digest), digest, tombstoneText('purged'))
  database
    .prepare('INSERT INTO counts SELECT ?, measure, size FROM counts WHERE content = ?')
    .run(lastInsertRowid, content)
  database
    .prepare('UPDATE nodes SET content = ?, empty = ? WHERE content = ? AND key IN (SELECT value FROM json_each(?))')
    .run(lastInsertRowid, goneFlag('purged'), content, JSON.stringify([...keys]))
}

/** Titles with which a purged text begins go, and what a purged conversation says of itself. */
function forget(database: DatabaseSync, texts: readonly string[], conversation: string | undefined): void {
  if (conversation !== undefined)
    database.prepare(`UPDATE conversations SET title = '', system = NULL, tools = '[]' WHERE id = ?`).run(conversation)
  const said = texts.map(flat).join('\n')
  const untitle = database.prepare(`UPDATE conversations SET title = '' WHERE key = ?`)
  const titled = `SELECT key, title FROM conversations WHERE title <> ''`
  for (const { key, title } of allRows<{ key: number; title: string }>(database, titled))
    if (said.includes(flat(JSON.stringify(title)).replace(/…?"$/, ''))) untitle.run(key)
}

/** Bookmarks of purged nodes stay, without what they were called. */
function unlabel(database: DatabaseSync, ids: readonly string[]): void {
  if (!has(database, 'bookmarks')) return
  database
    .prepare(
      `UPDATE bookmarks SET label = '' WHERE node IN (SELECT key FROM nodes WHERE id IN (SELECT value FROM json_each(?)))`,
    )
    .run(JSON.stringify(ids))
}

/** A JSON text with every run of white space, written out or escaped, as one space, and none where a text begins. */
function flat(json: string): string {
  return json.replaceAll(/(\\[nrt]|\s)+/g, ' ').replaceAll('" ', '"')
}

function retotal(database: DatabaseSync): void {
  database.exec(`UPDATE totals SET contents = (SELECT count(*) FROM contents WHERE head >= 0),
    text_bytes = (SELECT coalesce(sum(octet_length(json)), 0) FROM contents WHERE head >= 0)`)
}

/** Writes the store anew, so that no free page and no log holds what was taken out. */
function overwrite(database: DatabaseSync, path: string): void {
  const isWal = oneRow<{ journal_mode: string }>(database, 'PRAGMA journal_mode')?.journal_mode === 'wal'
  const empty = (): boolean => !isWal || numberOf(database, 'PRAGMA wal_checkpoint(TRUNCATE)') === 0
  database.exec('VACUUM')
  database.exec(`PRAGMA busy_timeout = ${readersMilliseconds}`)
  if (!empty()) throw new PurgeUnfinished(path)
}
