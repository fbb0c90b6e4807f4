import { type BranchFact, type BranchFacts, nodeOfFact } from '../../history/edits/branch-fact.ts'
import { BranchNotFound, ForeignParent } from '../errors.ts'
import { heldNode, type State } from './state.ts'

interface Entry {
  readonly branch: string
  readonly json: string
  /** The branches that were there: what is forked later sees the facts. */
  readonly there: ReadonlySet<string>
}

/** The facts of branches in memory. */
export function memoryBranchFacts(state: State): BranchFacts {
  const entries: Entry[] = []
  return {
    addFacts: async (id, facts, move) => {
      const branch = state.branches.get(id)
      if (!branch) throw new BranchNotFound(id)
      for (const node of [...facts.map(nodeOfFact), move?.head ?? null])
        if (node !== null && heldNode(state, node).node.conversation !== branch.conversation)
          throw new ForeignParent(node)
      entries.push({ branch: id, json: JSON.stringify(facts), there: new Set(state.branches.keys()) })
      if (move) state.branches.set(id, { ...branch, head: move.head })
    },
    facts: async (branch) => {
      const line: string[] = []
      for (let id: string | null = branch; id !== null; id = state.branches.get(id)?.parent ?? null) line.push(id)
      return entries
        .filter((entry) => {
          const at = line.indexOf(entry.branch)
          return at >= 0 && line.slice(0, at).every((below) => !entry.there.has(below))
        })
        .flatMap(({ json }) => JSON.parse(json) as readonly BranchFact[])
    },
  }
}
