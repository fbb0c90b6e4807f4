import { sql } from 'kysely'
import type { Run, RunState } from '../../../history/calls/run.ts'
import type { Calls } from '../../call-store.ts'
import type { Connection } from '../database/connection.ts'
import type { RunTable } from '../database/schema.ts'
import { slot } from '../database/statement.ts'
import { newest } from './newest.ts'
import type { Places } from './places.ts'

const each: { readonly [state in RunState]: true } = {
  queued: true,
  running: true,
  done: true,
  failed: true,
  stopped: true,
  interrupted: true,
}
const states: readonly string[] = Object.keys(each)

/** A stop that was asked for stays while the run goes on. */
const stopAsked = sql<number>`CASE WHEN runs.state IN ('queued', 'running') THEN max(runs.stop_asked, excluded.stop_asked)
  ELSE excluded.stop_asked END`

/** Writes and reads runs. */
export function runs(
  connection: Connection,
  places: Places,
): Pick<Calls, 'putRun' | 'run' | 'runs' | 'claimBranch' | 'askToStop'> {
  const upsert = connection.prepare((query) =>
    query
      .insertInto('runs')
      .values({
        id: slot(0),
        conversation: slot(1),
        branch: slot(2),
        state: slot(3),
        stop_asked: slot(4),
        json: slot(5),
      })
      .onConflict((conflict) =>
        conflict.column('id').doUpdateSet({
          conversation: slot<number>(1),
          branch: slot<string>(2),
          state: slot<string>(3),
          stop_asked: stopAsked,
          json: slot<string>(5),
        }),
      ),
  )
  const find = connection.prepare((query) => query.selectFrom('runs').selectAll().where('id', '=', slot<string>(0)))
  const atWork = connection.prepare((query) =>
    query
      .selectFrom('runs')
      .selectAll()
      .where('branch', '=', slot<string>(0))
      .where('state', '=', 'running')
      .where('id', '<>', slot<string>(1))
      .orderBy('id', 'desc')
      .limit(1),
  )
  const stop = connection.prepare((query) =>
    query
      .updateTable('runs')
      .set({ stop_asked: 1 })
      .where('id', '=', slot<string>(0))
      .where('state', 'in', ['queued', 'running']),
  )
  const inState = newest(connection, 'runs', { id: 'id', keys: ['branch', 'conversation'], beside: 'state' })

  const put = ({ id, conversation, branch, state, stopAsked, ...rest }: Run): void => {
    const key = places.keyOf({ conversation, branch })
    upsert.run(id, key, branch, state, stopAsked ? 1 : 0, JSON.stringify(rest))
  }
  const runOf = ({ id, conversation, branch, state, stop_asked, json }: RunTable): Run => ({
    ...(JSON.parse(json) as Omit<Run, 'id' | 'conversation' | 'branch' | 'state' | 'stopAsked'>),
    id,
    conversation: places.idOf(conversation),
    branch,
    state: state as RunState,
    stopAsked: stop_asked === 1,
  })
  return {
    putRun: async (run) => connection.transaction(() => put(run)),
    run: async (id) => {
      const row = find.get(id)
      return row && runOf(row)
    },
    runs: async ({ states: asked = states, ...filter }) =>
      connection.reading(() =>
        [...new Set(asked)]
          .flatMap((state) => inState({ ...filter, state }))
          .sort((a, b) => (a.id < b.id ? 1 : -1))
          .slice(0, filter.limit)
          .map(runOf),
      ),
    claimBranch: async (run) =>
      connection.transaction(() => {
        places.keyOf(run)
        const other = atWork.get(run.branch, run.id)
        if (other) return runOf(other)
        put({ ...run, state: 'running' })
        return undefined
      }),
    askToStop: async (id) => connection.transaction(() => void stop.run(id)),
  }
}
