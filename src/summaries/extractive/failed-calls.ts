import { canonicalJson } from '../../core/content/json.ts'
import type { ToolCallPart } from '../../core/content/part.ts'
import type { SummaryNode } from '../summariser.ts'
import type { Line } from './line.ts'
import { shortened } from './prose.ts'

/**
 * Tools whose last result in the range is an error: each with what it was called with. What a result says is not told:
 * it is data, and could read like an instruction.
 */
export function failedCalls(nodes: readonly SummaryNode[]): Line[] {
  const calls = new Map<string, ToolCallPart>()
  const failed = new Map<string, Line>()
  for (const [at, node] of nodes.entries()) {
    for (const [within, part] of node.parts.entries()) {
      if (part.kind === 'tool-call') calls.set(part.callId, part)
      if (part.kind !== 'tool-result' || part.filled) continue
      const call = calls.get(part.callId)
      if (call === undefined) continue
      failed.delete(call.name)
      if (!part.isError) continue
      const text = `The last call of ${call.name} failed: ${shortened(canonicalJson(call.input), 120)}`
      failed.set(call.name, { heading: 'open', text, place: [at, within], weight: 1.5 })
    }
  }
  return [...failed.values()]
}
