import type { DatabaseSync } from 'node:sqlite'
import { type Finding, tally } from '../finding.ts'
import { eachRow } from '../raw.ts'

const strayed = `SELECT b.name FROM branches b LEFT JOIN nodes n ON n.key = b.head
  WHERE b.head IS NOT NULL AND (n.key IS NULL OR n.conversation <> b.conversation)`

const unbranched = `SELECT c.id FROM conversations c
  WHERE NOT EXISTS (SELECT 1 FROM branches b WHERE b.id = c.branch AND b.conversation = c.key)`

/** Branches: whether each ends at a node of its conversation, and whether each conversation has the one it checked out. */
export function checkBranches(database: DatabaseSync): Finding[] {
  const heads = tally()
  const missing = tally()
  for (const { name } of eachRow<{ name: string }>(database, strayed)) heads.add(name)
  for (const { id } of eachRow<{ id: string }>(database, unbranched)) missing.add(id)
  return [
    ...heads.findings('branches', (count) =>
      count === 1 ? '1 branch ends at no node of its conversation.' : `${count} branches end at no node of theirs.`,
    ),
    ...missing.findings('branches', (count) =>
      count === 1
        ? '1 conversation lacks its checked-out branch.'
        : `${count} conversations lack their checked-out branch.`,
    ),
  ]
}
