import { ConversationNotFound } from '../errors.ts'
import type { Plans } from '../store.ts'
import type { State } from './state.ts'

/** Plans and agents in memory. */
export function memoryPlans(state: State): Plans {
  return {
    putPlan: async (plan) => {
      if (!state.conversations.has(plan.conversation)) throw new ConversationNotFound(plan.conversation)
      const before = state.plans.get(plan.id) ?? plan
      state.plans.delete(plan.id)
      state.plans.set(plan.id, { ...before, createdAt: plan.createdAt })
    },
    plan: async (id) => state.plans.get(id),
    plans: async ({ conversation, branch, limit }) => {
      if (conversation !== undefined && !state.conversations.has(conversation))
        throw new ConversationNotFound(conversation)
      const found = [...state.plans.values()].filter(
        (plan) =>
          (conversation === undefined || plan.conversation === conversation) &&
          (branch === undefined || plan.branch === branch),
      )
      if (branch !== undefined) return found.reverse().slice(0, limit)
      return found.sort((a, b) => b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1)).slice(0, limit)
    },
    putAgent: async (agent) => void state.agents.set(agent.id, { ...agent }),
    agents: async () => [...state.agents.values()].sort((a, b) => (a.id < b.id ? -1 : 1)),
    deleteAgent: async (id) => void state.agents.delete(id),
  }
}
