import type { ToolCallPart } from '../../../core/content/part.ts'
import type { Permitted } from '../../../history/calls/tool-trace.ts'
import type { Tool } from '../../../tools/tool.ts'
import type { Session } from '../session.ts'

/** Whether a tool may run now: by its permission, and where that is `ask`, as the person says. */
export async function permit(
  session: Session,
  tool: Tool,
  part: ToolCallPart,
  signal: AbortSignal,
): Promise<Permitted> {
  const { tools } = session
  const { name } = tool.definition
  if (tool.permission === 'allow') return 'allowed'
  if (tool.permission === 'deny') return 'denied'
  if (!tools?.approve) return 'not-asked'
  const { callId, input } = part
  const about = tool.describe(input)
  const preview = (await tool.preview?.(input).catch(() => null)) ?? null
  // Who cannot be asked after all has not agreed; what cannot be remembered holds this once.
  const said = await tools.approve({ tool, callId, name, about, preview }, signal).catch(() => 'no' as const)
  if (said === 'always') await tools.allow(name).catch(() => undefined)
  return said === 'no' ? 'refused' : 'approved'
}
