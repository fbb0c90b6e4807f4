import { canonicalJson } from '../../core/content/json.ts'
import { type BranchFact, type BranchFacts, nodeOfFact } from '../../history/edits/branch-fact.ts'
import { BranchNotFound, ForeignParent } from '../errors.ts'
import type { Branches } from './branches.ts'
import type { Connection } from './database/connection.ts'
import { slot } from './database/statement.ts'
import type { Tree } from './nodes/tree.ts'

/** A fact as it is stored, but for the node it names, which is a key of its own. */
export function factJson(fact: BranchFact): string {
  switch (fact.kind) {
    case 'edit': {
      const { node: _, ...edit } = fact.edit
      return canonicalJson({ kind: fact.kind, edit })
    }
    case 'head':
      return canonicalJson({ kind: fact.kind, at: fact.at })
    case 'checkpoint':
      return canonicalJson({ kind: fact.kind, at: fact.at, name: fact.name })
    case 'compaction': {
      const { summary: _, ...compaction } = fact
      return canonicalJson(compaction)
    }
    case 'expansion':
      return canonicalJson({ kind: fact.kind, at: fact.at })
    case 'cut':
    case 'restore':
      return canonicalJson(fact)
    default:
      return fact satisfies never
  }
}

/** The fact of a row. `node` is the id of the node that it names. */
export function factOf(json: string, node: string | null): BranchFact {
  const stored = JSON.parse(json) as BranchFact
  switch (stored.kind) {
    case 'edit':
      return { ...stored, edit: { ...stored.edit, node: node ?? '' } }
    case 'head':
      return { ...stored, node }
    case 'checkpoint':
      return { ...stored, head: node }
    case 'compaction':
    case 'expansion':
      return { ...stored, summary: node ?? '' }
    case 'cut':
    case 'restore':
      return stored
    default:
      return stored satisfies never
  }
}

/** Reads and writes the facts of branches. A fork copies nothing: it looks up to where it left its parent. */
export function branchFacts(
  connection: Connection,
  { tree, branches }: { readonly tree: Tree; readonly branches: Branches },
): BranchFacts {
  const find = connection.prepare((query) =>
    query.selectFrom('branches').select(['conversation', 'parent', 'fact_number']).where('id', '=', slot<string>(0)),
  )
  const insert = connection.prepare((query) =>
    query
      .insertInto('branch_facts')
      .values({ branch: slot<string>(0), node: slot<number | null>(1), json: slot<string>(2) }),
  )
  const upTo = connection.prepare((query) =>
    query
      .selectFrom('branch_facts')
      .leftJoin('nodes', 'nodes.key', 'branch_facts.node')
      .select(['branch_facts.json as json', 'nodes.id as node'])
      .where('branch_facts.branch', '=', slot<string>(0))
      .where('branch_facts.number', '<=', slot<number>(1))
      .orderBy('branch_facts.number'),
  )
  return {
    addFacts: async (branch, facts, move) =>
      connection.transaction(() => {
        const row = find.get(branch)
        if (!row) throw new BranchNotFound(branch)
        const keyOf = (id: string | null): number | null => {
          if (id === null) return null
          const { key, conversation } = tree.linkOf(id)
          if (conversation !== row.conversation) throw new ForeignParent(id)
          return key
        }
        for (const fact of facts) insert.run(branch, keyOf(nodeOfFact(fact)), factJson(fact))
        if (move) branches.move(branch, row.conversation, keyOf(move.head))
      }),
    facts: async (branch) =>
      connection.reading(() => {
        const lines: BranchFact[][] = []
        let until = Number.MAX_SAFE_INTEGER
        for (let id: string | null = branch; id !== null; ) {
          lines.push(upTo.all(id, until).map(({ json, node }) => factOf(json, node)))
          const row = find.get(id)
          until = Math.min(until, row?.fact_number ?? 0)
          id = row?.parent ?? null
        }
        return lines.reverse().flat()
      }),
  }
}
