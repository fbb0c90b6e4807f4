import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import type { BranchFact } from '../../../../history/edits/branch-fact.ts'
import { editKinds } from '../../../../history/edits/edit.ts'
import { type Finding, tally } from '../finding.ts'
import { eachRow, has } from '../raw.ts'

/** A fact of a branch, and whether the node that it names is of the branch's conversation. */
export interface StoredFact {
  readonly number: number
  readonly json: string
  readonly node: number | null
  readonly at_home: number
}

const index = z.int().nonnegative()
const edit = z.object({
  part: index,
  within: index.optional(),
  at: z.number(),
  kind: z.enum(editKinds),
  content: z.string(),
})
const detour = z.object({ at: z.string(), to: z.string(), edge: z.string().optional() })
const fact = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('edit'), edit }),
  z.object({ kind: z.literal('cut'), at: z.number(), range: z.tuple([z.number(), z.number()]) }),
  z.object({ kind: z.literal('head'), at: z.number() }),
  z.object({ kind: z.literal('checkpoint'), at: z.number(), name: z.string() }),
  z.object({ kind: z.literal('restore'), at: z.number(), to: z.union([z.string(), z.number()]) }),
  z.object({
    kind: z.literal('compaction'),
    at: z.number(),
    from: z.string(),
    to: z.string(),
    count: index,
    detours: z.array(detour),
    files: z.string().nullable(),
  }),
  z.object({ kind: z.literal('expansion'), at: z.number() }),
])
/** Facts that say nothing without the node that they name. */
const ofNodes: ReadonlySet<string> = new Set<BranchFact['kind']>(['edit', 'compaction', 'expansion'])

/** Whether a fact is one: it can be read, names a node where it must, and the node is one of its conversation. */
export function isSoundFact({ json, node, at_home }: StoredFact): boolean {
  const { data } = fact.safeParse(parsed(json))
  return data !== undefined && (!ofNodes.has(data.kind) || node !== null) && (node === null || at_home === 1)
}

/** The rows of branch facts; none in a store that has no such table. */
export function* storedFacts(database: DatabaseSync): Generator<StoredFact> {
  if (!has(database, 'branch_facts')) return
  yield* eachRow<StoredFact>(
    database,
    `SELECT f.number, f.json, f.node, n.conversation IS b.conversation AS at_home FROM branch_facts f
     LEFT JOIN branches b ON b.id = f.branch LEFT JOIN nodes n ON n.key = f.node ORDER BY f.number`,
  )
}

/** Facts of branches: whether each can be read, and names a node where it must. */
export function checkFacts(database: DatabaseSync): Finding[] {
  const wrong = tally()
  for (const row of storedFacts(database)) if (!isSoundFact(row)) wrong.add(String(row.number))
  return wrong.findings('branch-facts', (count) =>
    count === 1
      ? '1 fact of a branch, such as an edit or a checkpoint, is not what was stored.'
      : `${count} facts of branches, such as edits and checkpoints, are not what was stored.`,
  )
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}
