import type { Part } from '../../core/content/part.ts'
import type { PlannedCall } from '../../session/plan-call.ts'
import { planStep } from '../../session/turn/call/plan-step.ts'
import type { Session } from '../../session/turn/session.ts'
import type { TurnRequest } from '../../session/turn/turn-request.ts'

/** What the next call of a turn would send, with the same tools and limits; with a question as if that had been said. Throws CallRefused. */
export async function planNext(
  session: Session,
  request: Omit<TurnRequest, 'message'>,
  question?: readonly Part[],
): Promise<PlannedCall> {
  const { conversation, branch, agent = null, model } = request
  const tools = (await session.tools?.at({ run: '', conversation, branch, agent, model })) ?? []
  const definitions = tools.map(({ definition }) => definition)
  const asked = question === undefined ? {} : { question }
  return (await planStep(session, { request, run: '', number: 0, tools: definitions, ...asked })).planned
}
