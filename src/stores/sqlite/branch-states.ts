import { canonicalJson, type Json } from '../../core/content/json.ts'
import { BranchNotFound } from '../errors.ts'
import type { BranchStates } from '../store.ts'
import type { Connection } from './database/connection.ts'
import { slot } from './database/statement.ts'

/** Reads and writes the states of branches. A fork copies nothing: it looks up to where it left its parent. */
export function branchStates(connection: Connection): BranchStates {
  const find = connection.prepare((query) =>
    query.selectFrom('branches').select(['parent', 'state_revision']).where('id', '=', slot<string>(0)),
  )
  const latest = connection.prepare((query) =>
    query
      .selectFrom('branch_states')
      .select('json')
      .where('branch', '=', slot<string>(0))
      .where('key', '=', slot<string>(1))
      .where('revision', '<=', slot<number>(2))
      .orderBy('revision', 'desc')
      .limit(1),
  )
  const insert = connection.prepare((query) =>
    query
      .insertInto('branch_states')
      .values({ branch: slot<string>(0), key: slot<string>(1), json: slot<string>(2), at: slot<number>(3) }),
  )
  return {
    branchState: async (branch, key, revision = Number.MAX_SAFE_INTEGER) =>
      connection.reading(() => {
        let until = revision
        for (let id: string | null = branch; id !== null; ) {
          const found = latest.get(id, key, until)
          if (found) return JSON.parse(found.json) as Json
          const row = find.get(id)
          until = Math.min(until, row?.state_revision ?? 0)
          id = row?.parent ?? null
        }
        return undefined
      }),
    setBranchState: async (branch, key, value, at) =>
      connection.transaction(() => {
        if (!find.get(branch)) throw new BranchNotFound(branch)
        return insert.insert(branch, key, canonicalJson(value), at)
      }),
  }
}
