import type { Json, JsonObject } from '../../../core/content/json.ts'
import { blocksIn, isObject, objectIn, objectsIn, textIn } from '../json-body.ts'
import { callText, type Lifetime, type Prompt, type Segment } from '../prompt.ts'

/** The prompt in a Messages request. */
export function readAnthropic(body: JsonObject): Prompt {
  const tools = objectsIn(body.tools)
  const segments = [
    ...tools.map((tool) => toolSegment(tool)),
    ...blocksIn(body.system, 'text').map((block, at) => blockSegment(block, 'system', at === 0)),
    ...objectsIn(body.messages).flatMap((message) => messageSegments(message)),
  ]
  return { segments: markLast(segments, body.cache_control), tools: tools.map(({ name }) => textIn(name)) }
}

function toolSegment({ cache_control, ...tool }: JsonObject): Segment {
  return { role: 'tools', opens: false, kind: 'tool', mark: '', text: JSON.stringify(tool), ...lifetime(cache_control) }
}

function messageSegments({ role, content }: JsonObject): readonly Segment[] {
  const speaker = role === 'assistant' || role === 'system' ? role : 'user'
  let opens = true
  return blocksIn(content, 'text').flatMap((block) => {
    if (block.type === 'tool_result') {
      opens = true
      return resultSegments(block)
    }
    const segment = blockSegment(block, speaker, opens)
    opens = false
    return [segment]
  })
}

/** A result is a message of its own in plain words, and one block of the cache but for its pictures. */
function resultSegments(block: JsonObject): readonly Segment[] {
  const { cache_control, content, tool_use_id, is_error } = block
  const blocks = blocksIn(content, 'text')
  const text = blocks.map((each) => textIn(each.text)).join('\n')
  const media = blocks.filter(({ type }) => type !== 'text')
  const mark = JSON.stringify([tool_use_id, is_error === true])
  const segments: Segment[] = [
    { role: 'tool', opens: true, kind: 'text', mark, text },
    ...media.map((each) => blockSegment(each, 'tool', false)),
  ]
  return markLast(segments, cache_control)
}

function blockSegment(block: JsonObject, role: Segment['role'], opens: boolean): Segment {
  const { cache_control, ...own } = block
  const at = { role, opens, ...lifetime(cache_control) }
  switch (block.type) {
    case 'text':
      return { ...at, kind: 'text', mark: '', text: textIn(block.text) }
    case 'tool_use':
      return { ...at, kind: 'call', mark: textIn(block.id), text: callIn(block) }
    case 'thinking':
      return { ...at, kind: 'reasoning', mark: textIn(block.signature), text: textIn(block.thinking) }
    case 'document': {
      const source = objectIn(block.source)
      if (source.type !== 'text') break
      return { ...at, kind: 'text', mark: 'document', text: textIn(source.data) }
    }
  }
  return {
    ...at,
    kind: block.type === 'redacted_thinking' ? 'reasoning' : 'media',
    mark: JSON.stringify(own),
    text: '',
  }
}

function callIn({ name, input }: JsonObject): string {
  return callText(textIn(name), JSON.stringify(input ?? {}))
}

function lifetime(control: Json | undefined): { readonly cache?: Lifetime } {
  if (!isObject(control)) return {}
  return { cache: control.ttl === '1h' ? '1h' : '5m' }
}

function markLast(segments: readonly Segment[], control: Json | undefined): readonly Segment[] {
  const last = segments.at(-1)
  return last ? [...segments.slice(0, -1), { ...last, ...lifetime(control) }] : segments
}
