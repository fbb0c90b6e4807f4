import type { DatabaseSync } from 'node:sqlite'
import type { Digest } from '../../../../core/content/digest.ts'
import { hex } from '../../blobs.ts'
import { digestBytes, headOf } from '../../tombstone.ts'
import { allRows, eachRow, has, oneRow } from '../raw.ts'
import { bury } from './bury.ts'

/** What a purge takes: plans that were made from any of it go with it. */
export interface Purged {
  readonly nodes: ReadonlySet<string>
  readonly digests: readonly Uint8Array[]
  /** The contents as JSON. */
  readonly texts: readonly string[]
  /** All plans of this conversation go. */
  readonly conversation: string | undefined
}

interface PlanRow {
  readonly id: string
  readonly conversation: string
  readonly inputs: Digest
  readonly decisions: Digest
}

/**
 * Makes tombstones of the documents of all plans that kept a purged node or name a purged content, and of contents that
 * only such plans hold, or that were shortened or put together from a purged text. Returns the plans, and how many bytes of contents went.
 */
export function purgePlans(database: DatabaseSync, purged: Purged): { plans: string[]; bytes: number } {
  const doomed = new Set(purged.digests.map(hex))
  const gone: string[] = []
  const own = new Set<Digest>()
  const kept = new Set<Digest>()
  const documents = new Set<Digest>()
  const sql = `SELECT p.id, c.id AS conversation, p.inputs, p.decisions FROM plans p JOIN conversations c ON c.key = p.conversation`
  for (const plan of allRows<PlanRow>(database, sql)) {
    const texts = [plan.inputs, plan.decisions].map((digest) => textOf(database, digest))
    const named = new Set(texts.flatMap((text) => text.match(/\b[0-9a-f]{64}\b/g) ?? []))
    const sent = keptIn(texts[1] ?? '')
    const goes =
      plan.conversation === purged.conversation ||
      [...named].some((digest) => doomed.has(digest)) ||
      sent.some(({ id }) => id !== undefined && purged.nodes.has(id)) ||
      sent.some((entry) => isFileFrom(database, entry, purged.texts))
    for (const digest of named) (goes ? own : kept).add(digest)
    if (!goes) continue
    gone.push(plan.id)
    for (const digest of [plan.inputs, plan.decisions]) documents.add(digest)
  }
  for (const digest of documents) buryText(database, 'documents', digest)
  const bytes = buryContents(database, (digest, json) =>
    kept.has(digest) ? false : own.has(digest) || isFrom(json, purged.texts) || hasLineFrom(json, purged.texts),
  )
  return { plans: gone, bytes }
}

function textOf(database: DatabaseSync, digest: Digest, table: 'contents' | 'documents' = 'documents'): string {
  const bytes = digestBytes(digest)
  if (bytes === undefined) return ''
  const sql = `SELECT json FROM ${table} WHERE head = ? AND digest = ?`
  return oneRow<{ json: string }>(database, sql, headOf(bytes), bytes)?.json ?? ''
}

interface Sent {
  readonly id?: string
  readonly section?: string
  readonly content?: Digest
}

/** What a plan sends. */
function keptIn(decisions: string): readonly Sent[] {
  if (decisions === '') return []
  const { kept } = JSON.parse(decisions) as { readonly kept?: readonly Sent[] }
  return Array.isArray(kept) ? kept : []
}

/** Whether a file in work that a plan sends was put together from a purged text: it has a line of it. */
function isFileFrom(database: DatabaseSync, { section, content }: Sent, texts: readonly string[]): boolean {
  if (section !== 'files' || content === undefined) return false
  return hasLineFrom(textOf(database, content, 'contents'), texts)
}

function buryText(database: DatabaseSync, table: 'contents' | 'documents', digest: Digest): void {
  const bytes = digestBytes(digest)
  if (bytes === undefined) return
  const sql = `SELECT key FROM ${table} WHERE head = ? AND digest = ?`
  for (const { key } of allRows<{ key: number }>(database, sql, headOf(bytes), bytes)) bury(database, table, key, bytes)
}

/** Buries contents that no node holds, where the test says so. Returns how many bytes that was. */
export function buryContents(database: DatabaseSync, goes: (digest: Digest, json: string) => boolean): number {
  const sql = 'SELECT key, digest, json FROM contents WHERE head >= 0 AND key NOT IN (SELECT content FROM nodes)'
  const found: { readonly key: number; readonly digest: Uint8Array; readonly bytes: number }[] = []
  for (const { key, digest, json } of eachRow<{ key: number; digest: Uint8Array; json: string }>(database, sql))
    if (goes(hex(digest), json)) found.push({ key, digest, bytes: Buffer.byteLength(json) })
  for (const { key, digest } of found) bury(database, 'contents', key, digest)
  return found.reduce((sum, { bytes }) => sum + bytes, 0)
}

/** The line that stands in a shortened text where its middle was, as it is in JSON. */
const cut = /\\n\[… \d+ characters left out …\]\\n/
const leastPiece = 24

/** Removes what branches hold beside their nodes, such as pins and stashes, where it is from a purged text, or all of a conversation. */
export function purgeStates(database: DatabaseSync, texts: readonly string[], conversation: string | undefined): void {
  if (!has(database, 'branch_states')) return
  const drop = database.prepare('DELETE FROM branch_states WHERE revision = ?')
  const sql = `SELECT s.revision, s.json, c.id AS conversation FROM branch_states s
    LEFT JOIN branches b ON b.id = s.branch LEFT JOIN conversations c ON c.key = b.conversation`
  type State = { readonly revision: number; readonly json: string; readonly conversation: string | null }
  for (const state of allRows<State>(database, sql))
    if (state.conversation === conversation || isFrom(state.json, texts)) drop.run(state.revision)
}

/** Whether a content holds a longer stretch of one of the texts: what is left of one that was shortened. */
export function isFrom(json: string, texts: readonly string[]): boolean {
  const pieces = [...json.matchAll(/"((?:[^"\\]|\\.)*)"/g)]
    .flatMap(([, text = '']) => text.split(cut))
    .filter((piece) => piece.length >= leastPiece)
  return pieces.some((piece) => texts.some((text) => text.includes(piece)))
}

/** Whether a content holds a longer line of one of the texts, without the number that a tool put before it. */
export function hasLineFrom(json: string, texts: readonly string[]): boolean {
  const lines = json.split(/\\n|"/).map((line) => line.replace(/^ *\d+(?:→|\\t| \| ?|:)/, '').trim())
  return lines.some((line) => line.length >= leastPiece && texts.some((text) => text.includes(line)))
}
