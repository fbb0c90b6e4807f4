import type { ResultContent } from '../../core/content/part.ts'
import { secretsIn } from '../../secrets/find-secrets.ts'
import type { Tools } from '../../session/turn/session.ts'
import type { Tool } from '../../tools/tool.ts'

/**
 * A tool whose results go to the model only without what looks like a secret, or where the person agrees. What it did stays
 * done: of a result that is withheld the model is told so, and is not given the text.
 */
export function withholdSecrets(tool: Tool, approve: Tools['approve']): Tool {
  return {
    ...tool,
    run: async (input, run) => {
      const outcome = await tool.run(input, run)
      const kinds = await kindsIn(outcome.content)
      if (kinds.length === 0) return outcome
      const { name } = tool.definition
      const about = `send its result to the model, which holds what looks like a secret (${kinds.join(', ')})`
      const said = await approve?.({ tool, callId: run.callId, name, about, preview: null }, run.signal)
      if (said !== undefined && said !== 'no') return outcome
      const text = `The result is withheld: it holds what looks like a secret (${kinds.join(', ')}). Go on without it, or ask the person.`
      return { ...outcome, content: [{ kind: 'text', text }], isError: true }
    },
  }
}

async function kindsIn(content: readonly ResultContent[]): Promise<readonly string[]> {
  const found = await Promise.all(content.map((part) => ('text' in part ? secretsIn(part.text) : [])))
  return [...new Set(found.flat().map(({ kind }) => kind))].sort()
}
