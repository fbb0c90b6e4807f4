import type { ToolTrace } from '../../../history/calls/tool-trace.ts'
import type { Calls } from '../../call-store.ts'
import type { Connection } from '../database/connection.ts'
import { slot } from '../database/statement.ts'
import type { Places } from './places.ts'

/** Writes and reads the traces of tools. */
export function toolTraces(connection: Connection, places: Places): Pick<Calls, 'putToolTrace' | 'toolTraces'> {
  const upsert = connection.prepare((query) =>
    query
      .insertInto('tool_traces')
      .values({ call: slot<string>(0), call_id: slot<string>(1), json: slot<string>(2) })
      .onConflict((conflict) => conflict.columns(['call', 'call_id']).doUpdateSet({ json: slot<string>(2) })),
  )
  const ofCall = connection.prepare((query) =>
    query.selectFrom('tool_traces').selectAll().where('call', '=', slot<string>(0)),
  )
  return {
    putToolTrace: async ({ call, callId, ...rest }) =>
      connection.transaction(() => {
        places.checkCall(call)
        upsert.run(call, callId, JSON.stringify(rest))
      }),
    toolTraces: async (calls) =>
      connection.reading(() =>
        [...new Set(calls)]
          .flatMap((call) => ofCall.all(call))
          .map(({ key, call, call_id, json }) => ({
            key,
            trace: { ...(JSON.parse(json) as Omit<ToolTrace, 'call' | 'callId'>), call, callId: call_id },
          }))
          .sort((a, b) => a.trace.startedAt - b.trace.startedAt || a.key - b.key)
          .map(({ trace }) => trace),
      ),
  }
}
