import type { Agent } from '../../history/conversation.ts'
import type { Plans, StoredPlan } from '../store.ts'
import type { ConversationKeys } from './conversation-keys.ts'
import type { Connection } from './database/connection.ts'
import type { PlanTable } from './database/schema.ts'
import { slot } from './database/statement.ts'

/** Writes and reads plans and agents. */
export function plans(connection: Connection, conversations: ConversationKeys): Plans {
  const insert = connection.prepare((query) =>
    query
      .insertInto('plans')
      .values({
        id: slot(0),
        conversation: slot(1),
        branch: slot(2),
        head: slot(3),
        inputs: slot(4),
        decisions: slot(5),
        request: slot(6),
        created_at: slot(7),
        number: slot(8),
      })
      .onConflict((conflict) =>
        conflict.column('id').doUpdateSet({ created_at: slot<number>(7), number: slot<number>(8) }),
      ),
  )
  const find = connection.prepare((query) => query.selectFrom('plans').selectAll().where('id', '=', slot<string>(0)))
  const newest = connection.prepare((query) =>
    query.selectFrom('plans').selectAll().orderBy('created_at', 'desc').orderBy('id', 'desc').limit(slot<number>(0)),
  )
  const newestOf = connection.prepare((query) =>
    query
      .selectFrom('plans')
      .selectAll()
      .where('conversation', '=', slot<number>(0))
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(slot<number>(1)),
  )
  const newestOn = connection.prepare((query) =>
    query
      .selectFrom('plans')
      .selectAll()
      .where('branch', '=', slot<string>(0))
      .orderBy('number', 'desc')
      .limit(slot<number>(1)),
  )
  const putAgent = connection.prepare((query) =>
    query
      .insertInto('agents')
      .values({ id: slot(0), json: slot(1) })
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ json: slot<string>(1) })),
  )
  const agents = connection.prepare((query) => query.selectFrom('agents').select('json').orderBy('id'))
  const deleteAgent = connection.prepare((query) => query.deleteFrom('agents').where('id', '=', slot<string>(0)))

  const planOf = (row: PlanTable): StoredPlan => ({
    id: row.id,
    conversation: conversations.idOf(row.conversation),
    branch: row.branch,
    head: row.head,
    inputs: row.inputs,
    decisions: row.decisions,
    request: row.request,
    createdAt: row.created_at,
  })
  return {
    putPlan: async (plan) =>
      connection.transaction(() => {
        const conversation = conversations.keyOf(plan.conversation)
        insert.run(
          plan.id,
          conversation,
          plan.branch,
          plan.head,
          plan.inputs,
          plan.decisions,
          plan.request,
          plan.createdAt,
          (newestOn.get(plan.branch, 1)?.number ?? 0) + 1,
        )
      }),
    plan: async (id) => {
      const row = find.get(id)
      return row && planOf(row)
    },
    plans: async ({ conversation, branch, limit }) => {
      const key = conversation === undefined ? undefined : conversations.keyOf(conversation)
      if (branch !== undefined) {
        const rows = newestOn.all(branch, limit)
        return rows.filter((row) => key === undefined || row.conversation === key).map(planOf)
      }
      return (key === undefined ? newest.all(limit) : newestOf.all(key, limit)).map(planOf)
    },
    putAgent: async (agent) => connection.transaction(() => void putAgent.run(agent.id, JSON.stringify(agent))),
    agents: async () => agents.all().map(({ json }) => JSON.parse(json) as Agent),
    deleteAgent: async (id) => connection.transaction(() => void deleteAgent.run(id)),
  }
}
