import type { JsonObject } from '../../content/json.ts'
import type { AudioPart, FilePart, ImagePart, Part, ToolCallPart, ToolResultPart } from '../../content/part.ts'
import { withCallIds } from '../call-ids.ts'
import { mediaOf, mediaTypeOf } from '../media.ts'
import { blankLine, keepParts, type PlacedPart } from '../merge.ts'
import type { Message, Prompt } from '../message.ts'
import { joinText, plainText, resultText } from '../plain-text.ts'
import { dataOf, ownBlock, speaksTo, withData } from '../provider-data.ts'
import { objectSchema } from '../schema.ts'
import type { ChatContent, ChatMessage, ChatRequest, ChatText, ChatToolCall } from './chat-request.ts'
import type { Rendered, RequestOptions } from './rendered.ts'

const provider = 'openai'
const callIds = { refused: /[^\x20-\x7e]/g, longest: 40 }

/** The sounds that can be sent, by media type. */
const audioFormats: ReadonlyMap<string, 'wav' | 'mp3'> = new Map([
  ['audio/wav', 'wav'],
  ['audio/wave', 'wav'],
  ['audio/x-wav', 'wav'],
  ['audio/mp3', 'mp3'],
  ['audio/mpeg', 'mp3'],
])

/**
 * A prompt as an OpenAI Chat Completions request. The system text is the first message. Each result is a tool message
 * directly behind the call; since those are text only, its media go into the user message that follows. Reasoning goes
 * only as fields that the provider itself put beside a message.
 */
export function toChatCompletions(prompt: Prompt, { model, maxTokens }: RequestOptions = {}): Rendered<ChatRequest> {
  const messages = withCallIds(keepParts(prompt.messages, isSent), callIds)
  const request: ChatRequest = {
    ...(model === undefined ? {} : { model }),
    ...(maxTokens === undefined ? {} : { max_completion_tokens: maxTokens }),
    messages: [
      ...(prompt.system === null ? [] : [{ role: 'system' as const, content: prompt.system }]),
      ...messages.flatMap(chatMessages),
    ],
  }
  if (prompt.tools.length > 0) {
    request.tools = prompt.tools.map(({ name, description, inputSchema }) => ({
      type: 'function',
      function: { name, ...(description === undefined ? {} : { description }), parameters: objectSchema(inputSchema) },
    }))
  }
  return { request, warnings: [] }
}

function isSent({ role, part }: PlacedPart): boolean {
  return part.kind === 'reasoning' ? role === 'assistant' && fieldsOf(part) !== undefined : speaksTo(part, provider)
}

/** Fields that stood beside a model's content. An item of the Responses API, which has an id, is none. */
function fieldsOf(part: Part): JsonObject | undefined {
  const data = dataOf(part, provider)
  if (part.kind === 'audio') return data?.audio === undefined ? undefined : { audio: data.audio }
  if (part.kind !== 'reasoning') return undefined
  return data === undefined || 'type' in data || 'id' in data || 'encrypted_content' in data ? undefined : data
}

function chatMessages({ role, parts }: Message): ChatMessage[] {
  if (role === 'system') return [{ role, content: joinText(parts) }]
  if (role === 'assistant') return [assistantMessage(parts)]
  const results = parts.filter((part) => part.kind === 'tool-result')
  const content = [...results.flatMap(resultMedia), ...parts.flatMap((part) => userContent(part) ?? [])]
  const rest: ChatMessage[] = content.length === 0 ? [] : [{ role, content: simplest(content) }]
  return [...results.map(toolMessage), ...rest]
}

function assistantMessage(parts: readonly Part[]): ChatMessage {
  const calls = parts.filter((part) => part.kind === 'tool-call').map(toolCall)
  const texts = parts.flatMap((part) => assistantText(part) ?? [])
  const content = texts.length === 0 && calls.length > 0 ? null : simplest(texts)
  const message: ChatMessage = { role: 'assistant', content, ...(calls.length === 0 ? {} : { tool_calls: calls }) }
  return parts.map(fieldsOf).reduce<ChatMessage>(withData, message)
}

function assistantText(part: Part): ChatText | undefined {
  if (part.kind === 'tool-call' || part.kind === 'tool-result' || fieldsOf(part)) return undefined
  return ownBlock<ChatText>(
    { type: 'text', text: plainText(part) ?? '' },
    part.kind === 'text' ? dataOf(part, provider) : undefined,
  )
}

function toolCall(part: ToolCallPart): ChatToolCall {
  const data = dataOf(part, provider)
  if (data?.custom !== undefined) return { id: part.callId, ...data } as object as ChatToolCall
  const call = { name: part.name, arguments: JSON.stringify(part.input) }
  return withData({ type: 'function', id: part.callId, function: call }, data)
}

function toolMessage(part: ToolResultPart): ChatMessage {
  return { role: 'tool', tool_call_id: part.callId, content: resultText(part), ...dataOf(part, provider) }
}

/** The media of a result, behind a text that says whose they are. */
function resultMedia(result: ToolResultPart): ChatContent[] {
  const media = result.content.flatMap((part) =>
    part.kind === 'text' || (part.kind === 'file' && !part.ref) ? [] : (userContent(part) ?? []),
  )
  if (media.every(({ type }) => type === 'text')) return []
  return [
    { type: 'text', text: `[content of the result ${result.callId}]` },
    ...media.filter(({ type }) => type !== 'text'),
  ]
}

function userContent(part: Part): ChatContent | undefined {
  if (part.kind === 'text') return ownBlock<ChatContent>({ type: 'text', text: part.text }, dataOf(part, provider))
  if (part.kind !== 'image' && part.kind !== 'audio' && part.kind !== 'file') return undefined
  const media = mediaContent(part)
  if (media) return withData(media, dataOf(part, provider))
  const text: ChatText = { type: 'text', text: plainText(part) ?? '' }
  return part.ref === undefined ? withData(text, dataOf(part, provider)) : text
}

function mediaContent(part: ImagePart | AudioPart | FilePart): ChatContent | undefined {
  if (part.ref === undefined) return undefined
  const media = mediaOf(part.ref, part.mediaType)
  const mediaType = mediaTypeOf(part) ?? ''
  if (part.kind === 'image' || (part.kind === 'file' && mediaType.startsWith('image/'))) {
    return media.kind === 'id' ? undefined : { type: 'image_url', image_url: { url: part.ref } }
  }
  if (part.kind === 'audio') {
    const format = audioFormats.get(mediaType)
    return media.kind === 'data' && format
      ? { type: 'input_audio', input_audio: { data: media.data, format } }
      : undefined
  }
  if (media.kind === 'url') return undefined
  return {
    type: 'file',
    file: media.kind === 'id' ? { file_id: media.id } : { filename: part.path, file_data: part.ref },
  }
}

/** A text where there is nothing but plain text, else the pieces. */
function simplest<Content extends ChatContent>(content: readonly Content[]): string | Content[] {
  const isPlain = content.every((piece) => piece.type === 'text' && Object.keys(piece).length === 2)
  return isPlain ? content.map((piece) => (piece.type === 'text' ? piece.text : '')).join(blankLine) : [...content]
}
