import type { DatabaseSync } from 'node:sqlite'
import type { Digest } from '../../../../core/content/digest.ts'
import { eachRow, has } from '../raw.ts'

/** The results of tools that purged nodes hold, as each was stored by itself. */
interface ResultsOf {
  /** Ids of the calls that asked for them. */
  readonly calls: ReadonlySet<string>
  readonly digests: ReadonlySet<Digest>
}

/** Looked up before the texts of the nodes go. A result belongs to a call by its id, and to its node by the atom of both. */
export function resultsOf(
  database: DatabaseSync,
  keys: readonly number[],
  conversation: string | undefined,
): ResultsOf {
  if (!has(database, 'calls')) return { calls: new Set(), digests: new Set() }
  const gone = new Map<number, { readonly call: string; readonly digest: Digest | null }>()
  type Found = { readonly key: number; readonly call: string; readonly digest: Digest | null }
  const ofNodes = `SELECT t.key, t.call, t.json ->> 'result' AS digest FROM nodes r JOIN contents c ON c.key = r.content
    JOIN json_each(CASE WHEN c.head >= 0 THEN c.json ELSE '[]' END) part
    JOIN nodes m ON m.key BETWEEN r.atom AND r.key AND m.atom = r.atom
    JOIN calls k ON k.node = m.id JOIN tool_traces t ON t.call = k.id AND t.call_id = part.value ->> 'callId'
    WHERE r.key IN (SELECT value FROM json_each(?)) AND part.value ->> 'kind' = 'tool-result'`
  const ofConversation = `SELECT t.key, t.call, t.json ->> 'result' AS digest FROM tool_traces t JOIN calls k ON k.id = t.call
    JOIN conversations c ON c.key = k.conversation WHERE c.id = ?`
  for (const { key, ...row } of eachRow<Found>(database, ofNodes, JSON.stringify(keys))) gone.set(key, row)
  if (conversation !== undefined)
    for (const { key, ...row } of eachRow<Found>(database, ofConversation, conversation)) gone.set(key, row)
  const others = new Set<Digest>()
  if (gone.size > 0)
    for (const { key, digest } of eachRow<Found>(database, `SELECT key, json ->> 'result' AS digest FROM tool_traces`))
      if (digest !== null && !gone.has(key)) others.add(digest)
  const rows = [...gone.values()]
  return {
    calls: new Set(rows.map(({ call }) => call)),
    digests: new Set(rows.flatMap(({ digest }) => (digest === null || others.has(digest) ? [] : [digest]))),
  }
}
