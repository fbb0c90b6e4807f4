import type { Json } from '../../core/content/json.ts'
import type { Generator, Loom } from '../../loom/operations/operation.ts'
import { runOperation } from '../../loom/operations/run.ts'
import { loomTools, toolPrefix } from '../../loom/operations/tools.ts'
import type { Engine } from '../../session/engine.ts'
import type { ToolPlace } from '../../session/turn/session.ts'
import type { Tool } from '../../tools/tool.ts'

/** The operations on the tree that an agent may use, as tools; none for an agent that is not told of it. */
export async function loomToolsAt(
  engine: Engine,
  { conversation, branch, agent, model }: ToolPlace,
  generator?: Generator,
): Promise<readonly Tool[]> {
  if (!agent?.permissions.includes('loom_aware') || conversation.mode === 'buffer') return []
  const loom: Loom = {
    conversation,
    branch,
    permissions: agent.permissions,
    measure: await engine.loadMeasure(model.measure),
    authorId: agent.name,
    ...(generator === undefined ? {} : { generator }),
  }
  return loomTools(agent.permissions).map((definition) => ({
    definition,
    permission: 'allow',
    readsOnly: false,
    describe: (input) => `${definition.name.slice(toolPrefix.length)} ${aboutOf(input)}`.trim(),
    run: async (input) => {
      const outcome = await runOperation(engine, loom, definition.name, input)
      const said: Json = outcome.ok ? outcome.result : { error: { ...outcome.error } }
      return {
        content: [{ kind: 'text', text: JSON.stringify(said) }],
        isError: !outcome.ok,
        ...(outcome.branch === branch.id ? {} : { branch: outcome.branch }),
      }
    },
  }))
}

function aboutOf(input: Json): string {
  const text = JSON.stringify(input) ?? ''
  return text === '{}' || text === 'null' ? '' : text
}
