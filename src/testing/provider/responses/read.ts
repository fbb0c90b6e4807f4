import type { JsonObject } from '../../../core/content/json.ts'
import { blocksIn, objectsIn, textIn } from '../json-body.ts'
import { callText, type Prompt, type Segment } from '../prompt.ts'

const textTypes = ['input_text', 'output_text', 'text', 'refusal', 'summary_text']

/** The prompt in a Responses request whose input was expanded. */
export function readResponses(body: JsonObject, items: readonly JsonObject[]): Prompt {
  const tools = objectsIn(body.tools)
  const instructions = textIn(body.instructions)
  const segments: readonly Segment[] = [
    ...tools.map(
      (tool): Segment => ({ role: 'tools', opens: false, kind: 'tool', mark: '', text: JSON.stringify(tool) }),
    ),
    ...(instructions === '' ? [] : [contentSegment({ type: 'input_text', text: instructions }, 'system', true, '')]),
    ...items.flatMap((item) => itemSegments(item)),
  ]
  return { segments: joinedAnswers(segments), tools: tools.map(({ name }) => textIn(name)) }
}

function itemSegments(item: JsonObject): readonly Segment[] {
  switch (item.type ?? 'message') {
    case 'message':
      return contentSegments(item.content, roleOf(item), '')
    case 'function_call': {
      const text = callText(textIn(item.name), textIn(item.arguments))
      return [{ role: 'assistant', opens: true, kind: 'call', mark: textIn(item.call_id), text }]
    }
    case 'function_call_output':
      return contentSegments(item.output, 'tool', textIn(item.call_id))
    case 'reasoning': {
      const text = objectsIn(item.summary)
        .map((each) => textIn(each.text))
        .join('\n')
      return [{ role: 'assistant', opens: true, kind: 'reasoning', mark: textIn(item.encrypted_content), text }]
    }
    default:
      return [{ role: 'assistant', opens: true, kind: 'media', mark: JSON.stringify(item), text: '' }]
  }
}

function roleOf({ role }: JsonObject): 'system' | 'assistant' | 'user' {
  if (role === 'system' || role === 'developer') return 'system'
  return role === 'assistant' ? 'assistant' : 'user'
}

function contentSegments(content: JsonObject[string], role: Segment['role'], mark: string): readonly Segment[] {
  return blocksIn(content, 'input_text').map((block, at) => contentSegment(block, role, at === 0, mark))
}

function contentSegment(block: JsonObject, role: Segment['role'], opens: boolean, mark: string): Segment {
  if (!textTypes.includes(textIn(block.type)))
    return { role, opens, kind: 'media', mark: JSON.stringify(block), text: '' }
  return { role, opens, kind: 'text', mark, text: textIn(block.text ?? block.refusal) }
}

/** What a model said in one go is several items here, and one message. */
function joinedAnswers(segments: readonly Segment[]): readonly Segment[] {
  return segments.map((segment, at) => {
    const follows = segment.role === 'assistant' && segments[at - 1]?.role === 'assistant'
    return follows ? { ...segment, opens: false } : segment
  })
}
