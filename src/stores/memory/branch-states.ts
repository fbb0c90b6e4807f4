import { canonicalJson, type Json } from '../../core/content/json.ts'
import { BranchNotFound } from '../errors.ts'
import type { BranchStates } from '../store.ts'
import type { State } from './state.ts'

interface Entry {
  readonly revision: number
  readonly branch: string
  readonly key: string
  readonly json: string
  /** The branches that were there: what is forked later sees the entry. */
  readonly there: ReadonlySet<string>
}

/** The states of branches in memory. */
export function memoryBranchStates(state: Pick<State, 'branches'>): BranchStates {
  const entries: Entry[] = []
  return {
    branchState: async (branch, key, revision = entries.length) => {
      const line: string[] = []
      for (let id: string | null = branch; id !== null; id = state.branches.get(id)?.parent ?? null) {
        const found = entries.findLast(
          (entry) =>
            entry.branch === id &&
            entry.key === key &&
            entry.revision <= revision &&
            line.every((below) => !entry.there.has(below)),
        )
        if (found) return JSON.parse(found.json) as Json
        line.push(id)
      }
      return undefined
    },
    setBranchState: async (branch, key, value) => {
      if (!state.branches.has(branch)) throw new BranchNotFound(branch)
      const revision = entries.length + 1
      entries.push({ revision, branch, key, json: canonicalJson(value), there: new Set(state.branches.keys()) })
      return revision
    },
  }
}
