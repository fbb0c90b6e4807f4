import type { Store } from '../store.ts'
import type { Connection } from './database/connection.ts'

/** Counts what a store holds. */
export function stats(connection: Connection): Pick<Store, 'stats'> {
  const conversations = connection.prepare((query) =>
    query
      .selectFrom('conversations')
      .select(({ fn }) => [fn.countAll<number>().as('count'), fn.sum<number | null>('nodes').as('nodes')]),
  )
  const branches = connection.prepare((query) =>
    query.selectFrom('branches').select(({ fn }) => fn.countAll<number>().as('count')),
  )
  const plans = connection.prepare((query) =>
    query.selectFrom('plans').select(({ fn }) => fn.countAll<number>().as('count')),
  )
  const calls = connection.prepare((query) =>
    query.selectFrom('calls').select(({ fn }) => fn.countAll<number>().as('count')),
  )
  const totals = connection.prepare((query) => query.selectFrom('totals').selectAll())
  return {
    stats: async () => ({
      conversations: conversations.get()?.count ?? 0,
      branches: branches.get()?.count ?? 0,
      nodes: conversations.get()?.nodes ?? 0,
      contents: totals.get()?.contents ?? 0,
      textBytes: totals.get()?.text_bytes ?? 0,
      plans: plans.get()?.count ?? 0,
      calls: calls.get()?.count ?? 0,
      bytes: connection.bytes(),
    }),
  }
}
