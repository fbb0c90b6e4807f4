import type { Part } from '../../core/content/part.ts'
import type { GenerateRequest, Generator } from '../../loom/operations/operation.ts'
import { generateAt } from '../../session/runs/generate-at.ts'
import type { Session, ToolPlace } from '../../session/turn/session.ts'

/** Writes continuations with the model that the agent runs on, for the operation `continue`, until the turn is stopped. */
export function generatorOf(session: Session, place: ToolPlace, signal: AbortSignal): Generator {
  const { agent, model, run } = place
  return {
    generate: async (request: GenerateRequest): Promise<readonly (readonly Part[])[]> => {
      const { conversation, branch, node, count, instruction } = request
      return await generateAt(
        session,
        { conversation, branch, head: node, agent, model, run, signal },
        count,
        instruction,
      )
    },
  }
}
