import type { ContextPlan } from '../../core/context-plan.ts'
import { planStep } from '../../session/turn/call/plan-step.ts'
import type { Session } from '../../session/turn/session.ts'
import type { TurnRequest } from '../../session/turn/turn-request.ts'

/** What the next call of a turn would send: the same as it will be when nothing is said in between. Throws CallRefused. */
export async function planNext(session: Session, request: TurnRequest): Promise<ContextPlan> {
  const { conversation, branch, agent = null, model } = request
  const tools = (await session.tools?.at({ run: '', conversation, branch, agent, model })) ?? []
  const definitions = tools.map(({ definition }) => definition)
  return (await planStep(session, { request, run: '', number: 0, tools: definitions })).planned.plan
}
