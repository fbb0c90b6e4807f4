import type { Part } from '../../core/content/part.ts'
import type { GenerateRequest, Generator } from '../../loom/operations/operation.ts'
import { generateAt } from '../../session/runs/generate-at.ts'
import type { Session, ToolPlace } from '../../session/turn/session.ts'

/** Writes continuations with the model that the agent runs on, for the operation `continue`. */
export function generatorOf(session: Session, { agent, model }: ToolPlace): Generator {
  return {
    generate: async ({
      conversation,
      branch,
      node,
      count,
      instruction,
    }: GenerateRequest): Promise<readonly (readonly Part[])[]> =>
      await generateAt(session, { conversation, branch, head: node, agent, model }, count, instruction),
  }
}
