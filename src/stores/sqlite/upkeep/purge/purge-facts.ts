import type { DatabaseSync } from 'node:sqlite'
import { type BranchFact, nodeOfFact } from '../../../../history/edits/branch-fact.ts'
import { factJson, factOf } from '../../branch-facts.ts'
import { allRows, has } from '../raw.ts'
import { isFrom } from './purge-plans.ts'

/** What a purge takes of the facts of branches. */
export interface PurgedFrom {
  /** Ids of the purged nodes. */
  readonly nodes: ReadonlySet<string>
  /** The purged contents as JSON. */
  readonly texts: readonly string[]
  /** All facts of this conversation go. */
  readonly conversation: string | undefined
}

interface Row {
  readonly number: number
  readonly json: string
  readonly node: string | null
  readonly conversation: string
}

/**
 * Removes the edits of purged nodes, those of others that hold a longer stretch of a purged text, compactions whose summary is
 * purged, and all that happened on the branches of a purged conversation. A checkpoint with a name from such a text gets another, and what was restored to it stays so.
 */
export function purgeFacts(database: DatabaseSync, { nodes, texts, conversation }: PurgedFrom): void {
  if (!has(database, 'branch_facts')) return
  const drop = database.prepare('DELETE FROM branch_facts WHERE number = ?')
  const write = database.prepare('UPDATE branch_facts SET json = ? WHERE number = ?')
  const names = new Map<string, string>()
  const sql = `SELECT f.number, f.json, n.id AS node, c.id AS conversation FROM branch_facts f JOIN branches b ON b.id = f.branch
    JOIN conversations c ON c.key = b.conversation LEFT JOIN nodes n ON n.key = f.node ORDER BY f.number`
  for (const { number, json, node, conversation: own } of allRows<Row>(database, sql)) {
    const fact = factOf(json, node)
    const isOfNode = (fact.kind === 'edit' || fact.kind === 'compaction') && nodes.has(nodeOfFact(fact) ?? '')
    const told = isFrom(json, texts)
    if (own === conversation || isOfNode || (fact.kind === 'edit' && told)) drop.run(number)
    else if (told) write.run(factJson(renamed(fact, names)), number)
  }
}

function renamed(fact: BranchFact, names: Map<string, string>): BranchFact {
  const nameFor = (name: string): string => {
    const given = names.get(name) ?? `purged ${names.size + 1}`
    names.set(name, given)
    return given
  }
  if (fact.kind === 'checkpoint') return { ...fact, name: nameFor(fact.name) }
  return fact.kind === 'restore' && typeof fact.to === 'string' ? { ...fact, to: nameFor(fact.to) } : fact
}
