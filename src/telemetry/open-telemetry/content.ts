import type { Attributes } from '@opentelemetry/api'
import type { Json } from '../../core/content/json.ts'
import type { Part } from '../../core/content/part.ts'
import type { ModelMessage, ModelRequest, SdkToolResult } from '../../core/render/targets/model-message.ts'
import type { FinishReason } from '../../history/calls/call.ts'
import { finishWord } from './attributes.ts'

/**
 * What was said, in the form of the conventions' JSON schemas for messages (version 1.41.0), as JSON text. Bytes are left out: an
 * image, a sound or a file that is no address is a part `omitted` with its type and its length in characters.
 */

type ContentPart = { readonly type: string; readonly [key: string]: Json }

/** What a call sent: system instructions, messages and tool definitions. */
export function promptAttributes({ messages, tools = [] }: ModelRequest): Attributes {
  const leading = messages.findIndex(({ role }) => role !== 'system')
  const split = leading === -1 ? messages.length : leading
  const system = messages.slice(0, split).flatMap(messageParts)
  const sent = messages.slice(split).map((message) => ({ role: message.role, parts: messageParts(message) }))
  const definitions = tools.map(({ name, description, inputSchema }) => ({
    type: 'function',
    name,
    description,
    parameters: inputSchema,
  }))
  return {
    ...(system.length === 0 ? {} : { 'gen_ai.system_instructions': JSON.stringify(system) }),
    'gen_ai.input.messages': JSON.stringify(sent),
    ...(definitions.length === 0 ? {} : { 'gen_ai.tool.definitions': JSON.stringify(definitions) }),
  }
}

/** What a person said. */
export function inputMessages(parts: readonly Part[]): string {
  return JSON.stringify([{ role: 'user', parts: parts.map(contentPart) }])
}

/** What a model answered. */
export function outputMessages(parts: readonly Part[], finish: FinishReason | null): string {
  const finish_reason = finish === null ? 'error' : finishWord(finish)
  return JSON.stringify([{ role: 'assistant', parts: parts.map(contentPart), finish_reason }])
}

/** What a tool gave back. */
export function toolResult(parts: readonly Part[]): string {
  return JSON.stringify(parts.flatMap((part) => (part.kind === 'tool-result' ? part.content.map(contentPart) : [])))
}

function contentPart(part: Part): ContentPart {
  switch (part.kind) {
    case 'text':
      return { type: 'text', content: part.text }
    case 'reasoning':
      return { type: 'reasoning', content: part.text }
    case 'tool-call':
      return { type: 'tool_call', id: part.callId, name: part.name, arguments: part.input }
    case 'tool-result':
      return { type: 'tool_call_response', id: part.callId, response: part.content.map(contentPart) }
    case 'image':
    case 'audio':
      return media(part.ref, part.mediaType ?? `${part.kind}/*`)
    case 'file':
      if (part.ref !== undefined) return media(part.ref, part.mediaType ?? 'application/octet-stream')
      return { type: 'text', content: part.text }
    default:
      return part satisfies never
  }
}

function messageParts({ content }: ModelMessage): ContentPart[] {
  if (typeof content === 'string') return [{ type: 'text', content }]
  return content.map((part): ContentPart => {
    switch (part.type) {
      case 'text':
      case 'reasoning':
        return { type: part.type, content: part.text }
      case 'image':
        return media(part.image, part.mediaType ?? 'image/*')
      case 'file':
        return media(part.data, part.mediaType)
      case 'tool-call':
        return { type: 'tool_call', id: part.toolCallId, name: part.toolName, arguments: part.input as Json }
      case 'tool-result':
        return { type: 'tool_call_response', id: part.toolCallId, response: response(part) }
      default:
        return part satisfies never
    }
  })
}

function response({ output }: SdkToolResult): Json {
  if (output.type !== 'content') return output.value
  return output.value.map((part): ContentPart => {
    if (part.type === 'text') return { type: 'text', content: part.text }
    return part.type === 'file-url' ? media(part.url, part.mediaType ?? '*/*') : media(part.data, part.mediaType)
  })
}

function media(data: string, mime_type: string): ContentPart {
  const kind = mime_type.slice(0, Math.max(0, mime_type.indexOf('/')))
  const modality = kind === 'image' || kind === 'audio' || kind === 'video' ? kind : 'document'
  if (/^https?:\/\//.test(data)) return { type: 'uri', modality, mime_type, uri: data }
  return { type: 'omitted', modality, mime_type, length: data.length }
}
