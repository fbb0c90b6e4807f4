import type { DatabaseSync } from 'node:sqlite'
import { isSoundFact, storedFacts } from '../check/facts.ts'
import { has } from '../raw.ts'

/**
 * Leads heads and checkpoints whose node was lost to the newest node before it, as branches are, and drops edits and summaries of
 * lost nodes and facts that cannot be read. Returns how many were dropped.
 */
export function rebuildFacts(database: DatabaseSync): number {
  if (!has(database, 'branch_facts')) return 0
  database.exec(`DELETE FROM branch_facts WHERE branch NOT IN (SELECT id FROM branches)
    OR (node IS NOT NULL AND node NOT IN (SELECT key FROM nodes) AND (json LIKE '{"edit":%' OR json LIKE '%"kind":"compaction"%' OR json LIKE '%"kind":"expansion"%'))`)
  database.exec(`UPDATE branch_facts SET node = (SELECT max(n.key) FROM nodes n JOIN branches b ON b.conversation = n.conversation
    WHERE b.id = branch_facts.branch AND n.key < branch_facts.node)
    WHERE node IS NOT NULL AND node NOT IN (SELECT key FROM nodes)`)
  const unsound = [...storedFacts(database)].filter((row) => !isSoundFact(row))
  const drop = database.prepare('DELETE FROM branch_facts WHERE number = ?')
  for (const { number } of unsound) drop.run(number)
  return unsound.length
}
