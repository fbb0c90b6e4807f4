import type { JsonObject } from '../../../core/content/json.ts'
import { blocksIn, objectIn, objectsIn, textIn } from '../json-body.ts'
import { callText, type Prompt, type Segment } from '../prompt.ts'

const textTypes = ['text', 'refusal']

/** The prompt in a Chat Completions request. */
export function readChat(body: JsonObject): Prompt {
  const tools = objectsIn(body.tools)
  const segments = [
    ...tools.map(
      (tool): Segment => ({ role: 'tools', opens: false, kind: 'tool', mark: '', text: JSON.stringify(tool) }),
    ),
    ...objectsIn(body.messages).flatMap((message) => messageSegments(message)),
  ]
  return { segments, tools: tools.map((tool) => textIn(objectIn(tool.function).name)) }
}

function messageSegments(message: JsonObject): readonly Segment[] {
  const role = roleOf(message)
  const segments = [
    ...reasoning(textIn(message.reasoning_content ?? message.reasoning)),
    ...blocksIn(message.content, 'text').map((block) => contentSegment(block, role, textIn(message.tool_call_id))),
    ...objectsIn(message.tool_calls).map((call) => callSegment(call)),
  ]
  const [first, ...rest] = segments.length > 0 ? segments : [contentSegment({ type: 'text', text: '' }, role, '')]
  return first ? [{ ...first, opens: true }, ...rest] : []
}

function roleOf({ role }: JsonObject): Exclude<Segment['role'], 'tools'> {
  if (role === 'system' || role === 'developer') return 'system'
  return role === 'assistant' || role === 'tool' ? role : 'user'
}

function reasoning(text: string): readonly Segment[] {
  return text === '' ? [] : [{ role: 'assistant', opens: false, kind: 'reasoning', mark: '', text }]
}

function contentSegment(block: JsonObject, role: Segment['role'], mark: string): Segment {
  const type = textIn(block.type)
  if (!textTypes.includes(type)) return { role, opens: false, kind: 'media', mark: JSON.stringify(block), text: '' }
  return { role, opens: false, kind: 'text', mark, text: textIn(block.text ?? block.refusal) }
}

function callSegment(call: JsonObject): Segment {
  const { name, arguments: input } = objectIn(call.function)
  const text = callText(textIn(name), textIn(input))
  return { role: 'assistant', opens: false, kind: 'call', mark: textIn(call.id), text }
}
