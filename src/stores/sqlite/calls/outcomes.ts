import type { Outcome, ReflectionRecord } from '../../../history/calls/outcome.ts'
import type { Calls } from '../../call-store.ts'
import type { Connection } from '../database/connection.ts'
import { slot } from '../database/statement.ts'
import { newest } from './newest.ts'
import type { Places } from './places.ts'

/** Writes and reads what people made of calls, and what the calls' answers made of their plans. */
export function outcomes(
  connection: Connection,
  places: Places,
): Pick<Calls, 'addOutcome' | 'outcomes' | 'putReflection' | 'reflections'> {
  const place = { plan: slot<string>(2), conversation: slot<number>(3), branch: slot<string>(4), json: slot<string>(5) }
  const putOutcome = connection.prepare((query) =>
    query
      .insertInto('outcomes')
      .values({ id: slot<string>(0), call: slot<string>(1), ...place })
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ call: slot<string>(1), ...place })),
  )
  const putReflection = connection.prepare((query) =>
    query
      .insertInto('reflections')
      .values({ call: slot<string>(1), ...place })
      .onConflict((conflict) => conflict.column('call').doUpdateSet(place)),
  )
  const outcomesOf = newest(connection, 'outcomes', { id: 'id', keys: ['call', 'plan', 'branch', 'conversation'] })
  const reflectionsOf = newest(connection, 'reflections', { id: 'call', keys: ['plan', 'branch', 'conversation'] })
  return {
    addOutcome: async ({ id, call, plan, conversation, branch, ...rest }) =>
      connection.transaction(() => {
        const key = places.keyOf({ conversation, branch })
        places.checkCall(call)
        putOutcome.run(id, call, plan, key, branch, JSON.stringify(rest))
      }),
    outcomes: async (filter) =>
      outcomesOf(filter).map(({ json, conversation, ...columns }) => ({
        ...columns,
        ...(JSON.parse(json) as Pick<Outcome, 'verdict' | 'note' | 'at'>),
        conversation: places.idOf(conversation),
      })),
    putReflection: async ({ call, plan, conversation, branch, ...rest }) =>
      connection.transaction(() => {
        const key = places.keyOf({ conversation, branch })
        places.checkCall(call)
        putReflection.run(null, call, plan, key, branch, JSON.stringify(rest))
      }),
    reflections: async (filter) =>
      reflectionsOf(filter).map(({ json, conversation, ...columns }) => ({
        ...columns,
        ...(JSON.parse(json) as Pick<ReflectionRecord, 'reflection' | 'at'>),
        conversation: places.idOf(conversation),
      })),
  }
}
