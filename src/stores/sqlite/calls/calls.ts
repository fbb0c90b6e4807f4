import type { Call } from '../../../history/calls/call.ts'
import type { Calls } from '../../call-store.ts'
import type { Connection } from '../database/connection.ts'
import type { CallTable } from '../database/schema.ts'
import { slot } from '../database/statement.ts'
import { newest } from './newest.ts'
import type { Places } from './places.ts'

/** Writes and reads calls. */
export function calls(
  connection: Connection,
  places: Places,
): Pick<Calls, 'putCall' | 'call' | 'calls' | 'callsOfNodes'> {
  const columns = {
    conversation: slot<number>(1),
    branch: slot<string>(2),
    run: slot<string>(3),
    plan: slot<string>(4),
    model: slot<string>(5),
    node: slot<string>(6),
    json: slot<string>(7),
  }
  const upsert = connection.prepare((query) =>
    query
      .insertInto('calls')
      .values({ id: slot<string>(0), ...columns })
      .onConflict((conflict) => conflict.column('id').doUpdateSet(columns)),
  )
  const find = connection.prepare((query) => query.selectFrom('calls').selectAll().where('id', '=', slot<string>(0)))
  const ofNode = connection.prepare((query) =>
    query.selectFrom('calls').selectAll().where('node', '=', slot<string>(0)).orderBy('id', 'desc').limit(1),
  )
  const found = newest(connection, 'calls', { id: 'id', keys: ['run', 'plan', 'branch', 'conversation', 'model'] })

  const callOf = ({ id, conversation, branch, run, plan, node, json }: CallTable): Call => ({
    ...(JSON.parse(json) as Omit<Call, 'id' | 'conversation' | 'branch' | 'run' | 'plan' | 'node'>),
    id,
    conversation: places.idOf(conversation),
    branch,
    run,
    plan,
    node,
  })
  return {
    putCall: async ({ id, conversation, branch, run, plan, node, ...rest }) =>
      connection.transaction(() => {
        const key = places.keyOf({ conversation, branch })
        const model = `${rest.provider}:${rest.model}`
        upsert.run(id, key, branch, run, plan, model, node, JSON.stringify(rest))
      }),
    call: async (id) => {
      const row = find.get(id)
      return row && callOf(row)
    },
    calls: async (filter) => found(filter).map(callOf),
    callsOfNodes: async (nodes) =>
      connection.reading(() => {
        const rows = nodes.flatMap((node) => ofNode.get(node) ?? [])
        return new Map(rows.map((row) => [row.node, callOf(row)]))
      }),
  }
}
