import type { DatabaseSync } from 'node:sqlite'
import { allRows, numberOf, oneRow } from '../raw.ts'

/** Gives nodes and branches whose conversation was lost a new one of the same key. */
export function rebuildConversations(database: DatabaseSync): void {
  const missing = `SELECT conversation AS key, min(id) AS id, min(created_at) AS created_at, max(created_at) AS updated_at
    FROM nodes WHERE conversation NOT IN (SELECT key FROM conversations) GROUP BY conversation`
  const insert =
    database.prepare(`INSERT INTO conversations (key, id, short_id, title, mode, system, tools, agent, branch,
    settings, origin, created_at, updated_at, nodes, root) VALUES (?, ?, ?, ?, 'dialogue', NULL, '[]', NULL, '', '{}', NULL, ?, ?, 0, NULL)`)
  type Lost = { key: number; id: string; created_at: number; updated_at: number }
  for (const { key, id, created_at, updated_at } of allRows<Lost>(database, missing))
    insert.run(key, id, `r${key}`, 'Recovered conversation', created_at, updated_at)
}

/**
 * Leads branches whose head was lost to the newest node before it, and gives each conversation a checked-out branch where
 * that was lost: a new one, `recovered`, at its newest node.
 */
export function rebuildBranches(database: DatabaseSync): void {
  const strayed = `SELECT id, conversation, head FROM branches b WHERE head IS NOT NULL
    AND NOT EXISTS (SELECT 1 FROM nodes n WHERE n.key = b.head AND n.conversation = b.conversation)`
  const move = database.prepare('UPDATE branches SET head = ? WHERE id = ?')
  for (const { id, conversation, head } of allRows<{ id: string; conversation: number; head: number }>(
    database,
    strayed,
  )) {
    const before = oneRow<{ key: number }>(
      database,
      'SELECT key FROM nodes WHERE conversation = ? AND key < ? ORDER BY key DESC LIMIT 1',
      conversation,
      head,
    )
    move.run(before?.key ?? null, id)
  }
  const unbranched = `SELECT key, id, branch, created_at FROM conversations c
    WHERE NOT EXISTS (SELECT 1 FROM branches b WHERE b.id = c.branch AND b.conversation = c.key)`
  type Unbranched = { key: number; id: string; branch: string; created_at: number }
  for (const conversation of allRows<Unbranched>(database, unbranched)) checkOut(database, conversation)
}

function checkOut(
  database: DatabaseSync,
  { key, id, branch, created_at }: { key: number; id: string; branch: string; created_at: number },
): void {
  const chosen = branch === '' ? `${id.slice(0, 10)}${String(key).padStart(16, '0')}` : branch
  const head = numberOf(database, 'SELECT coalesce(max(key), 0) FROM nodes WHERE conversation = ?', key)
  const taken = numberOf(
    database,
    `SELECT count(*) FROM branches WHERE conversation = ? AND name LIKE 'recovered%'`,
    key,
  )
  database
    .prepare(
      `INSERT INTO branches (id, conversation, name, parent, fork_point, head, created_at) VALUES (?, ?, ?, NULL, NULL, ?, ?)`,
    )
    .run(chosen, key, taken === 0 ? 'recovered' : `recovered-${taken + 1}`, head === 0 ? null : head, created_at)
  database.prepare('UPDATE conversations SET branch = ? WHERE key = ?').run(chosen, key)
}
