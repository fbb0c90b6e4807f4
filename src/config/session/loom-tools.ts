import type { Json } from '../../core/content/json.ts'
import type { Branch } from '../../history/node.ts'
import type { Generator, Loom } from '../../loom/operations/operation.ts'
import { runOperation } from '../../loom/operations/run.ts'
import { loomTools, toolPrefix } from '../../loom/operations/tools.ts'
import type { Engine } from '../../session/engine.ts'
import type { ToolPlace } from '../../session/turn/session.ts'
import type { Tool } from '../../tools/tool.ts'

/**
 * The operations on the tree that an agent may use, as tools for one turn; none for an agent that is not told of it. Where the agent goes,
 * the operations that follow are; the turn itself stays on its branch.
 */
export async function loomToolsAt(
  engine: Engine,
  { conversation, branch, agent, model }: ToolPlace,
  generatorFor: (signal: AbortSignal) => Generator,
): Promise<readonly Tool[]> {
  if (!agent?.permissions.includes('loom_aware') || conversation.mode === 'buffer') return []
  const measure = await engine.loadMeasure(model.measure)
  let at: Branch = branch
  return loomTools(agent.permissions).map((definition) => ({
    definition,
    permission: 'allow',
    readsOnly: false,
    describe: (input) => `${definition.name.slice(toolPrefix.length)} ${aboutOf(input)}`.trim(),
    run: async (input, { signal }) => {
      const { permissions, name: authorId } = agent
      const generator = generatorFor(signal)
      const loom: Loom = { conversation, branch: at, permissions, measure, authorId, generator }
      const outcome = await runOperation(engine, loom, definition.name, input)
      at = (await engine.store.branch(outcome.branch)) ?? at
      const text = outcome.ok ? JSON.stringify(outcome.result) : JSON.stringify({ error: { ...outcome.error } })
      return { content: [{ kind: 'text', text }], isError: !outcome.ok, branch: at.id }
    },
  }))
}

function aboutOf(input: Json): string {
  const text = JSON.stringify(input) ?? ''
  return text === '{}' || text === 'null' ? '' : text
}
