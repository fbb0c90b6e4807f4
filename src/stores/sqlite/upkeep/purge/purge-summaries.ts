import type { DatabaseSync } from 'node:sqlite'
import type { Part } from '../../../../core/content/part.ts'
import { digestBytes, headOf } from '../../tombstone.ts'
import { allRows, eachRow, has } from '../raw.ts'
import { bury } from './bury.ts'

/** Summaries that may tell of purged nodes: their nodes, and what else was made with them. */
export interface ToldBy {
  readonly keys: readonly number[]
  /** What they say. */
  readonly texts: readonly string[]
  /** Digests of the files that are sent with them. */
  readonly files: readonly string[]
}

interface Row {
  readonly key: number
  readonly json: string
  readonly files: string | null
}

/** The summaries of stretches in which purged nodes may stand, by how deep these are. They can be written anew from what is left. */
export function summariesOf(database: DatabaseSync, keys: readonly number[]): ToldBy {
  if (!has(database, 'branch_facts')) return { keys: [], texts: [], files: [] }
  const rows = allRows<Row>(
    database,
    `SELECT s.key, c.json, f.json ->> 'files' AS files FROM branch_facts f JOIN nodes s ON s.key = f.node
     JOIN contents c ON c.key = s.content WHERE c.head >= 0
     AND CASE WHEN json_valid(f.json) THEN f.json ->> 'kind' = 'compaction' ELSE 0 END AND EXISTS (
       SELECT 1 FROM json_each(?) gone JOIN nodes n ON n.key = gone.value WHERE n.conversation = s.conversation
         AND n.depth >= (SELECT depth FROM nodes WHERE id = f.json ->> 'from') AND n.depth < s.depth)`,
    JSON.stringify(keys),
  )
  return {
    keys: rows.map(({ key }) => key),
    texts: rows.flatMap(({ json }) => textsIn(json)),
    files: rows.flatMap(({ files }) => (files === null ? [] : [files])),
  }
}

function textsIn(json: string): string[] {
  const parts = JSON.parse(json) as readonly Part[] | object
  return Array.isArray(parts)
    ? (parts as readonly Part[]).flatMap((part) => (part.kind === 'text' && part.text !== '' ? [part.text] : []))
    : []
}

/** Buries what was sent of summaries, and the files that went with them. */
export function burySent(database: DatabaseSync, { texts, files }: ToldBy): void {
  const doomed: { readonly key: number; readonly digest: Uint8Array }[] = []
  for (const file of files) {
    const digest = digestBytes(file)
    const sql = 'SELECT key FROM contents WHERE head = ? AND digest = ? AND key NOT IN (SELECT content FROM nodes)'
    if (digest !== undefined)
      for (const { key } of allRows<{ key: number }>(database, sql, headOf(digest), digest))
        doomed.push({ key, digest })
  }
  const pieces = texts.map((text) => JSON.stringify(text).slice(1, -1))
  const sql = 'SELECT key, digest, json FROM contents WHERE head >= 0 AND key NOT IN (SELECT content FROM nodes)'
  if (pieces.length > 0)
    for (const { json, ...row } of eachRow<{ key: number; digest: Uint8Array; json: string }>(database, sql))
      if (pieces.some((piece) => json.includes(piece))) doomed.push(row)
  for (const { key, digest } of doomed) bury(database, 'contents', key, digest)
}
