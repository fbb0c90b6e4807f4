import type { JsonObject } from '../../content/json.ts'
import type {
  AudioPart,
  FilePart,
  ImagePart,
  Part,
  ResultContent,
  TextPart,
  ToolResultPart,
} from '../../content/part.ts'
import { withCallIds } from '../call-ids.ts'
import { mediaOf, mediaTypeOf } from '../media.ts'
import { blankLine, keepParts, type PlacedPart } from '../merge.ts'
import type { Message, Prompt } from '../message.ts'
import { joinText, plainText, resultText } from '../plain-text.ts'
import { dataOf as dataFrom, isEmptyFile, isOpaque, ownBlock, withData } from '../provider-data.ts'
import { objectSchema } from '../schema.ts'
import type { Rendered, RequestOptions } from './rendered.ts'
import type { InputContent, ResponsesItem, ResponsesRequest } from './responses-request.ts'

const provider = 'openai'
const callIds = { refused: /[^\x20-\x7e]/g, longest: 64 }

/**
 * A prompt as an OpenAI Responses request: the system text as instructions, everything else as input items. Reasoning goes
 * back only as the item it came as; so does any item or piece that is the provider's own.
 */
export function toResponses(prompt: Prompt, { model, maxTokens }: RequestOptions = {}): Rendered<ResponsesRequest> {
  const messages = withCallIds(keepParts(prompt.messages, isSent), callIds)
  const request: ResponsesRequest = {
    ...(model === undefined ? {} : { model }),
    ...(maxTokens === undefined ? {} : { max_output_tokens: maxTokens }),
    ...(prompt.system === null ? {} : { instructions: prompt.system }),
    input: messages.flatMap(itemsOf),
  }
  if (prompt.tools.length > 0) {
    request.tools = prompt.tools.map(({ name, description, inputSchema }) => ({
      type: 'function',
      name,
      ...(description === undefined ? {} : { description }),
      parameters: objectSchema(inputSchema),
      strict: false,
    }))
  }
  return { request, warnings: [] }
}

/** Keys and types under which the provider's other interface, Chat Completions, holds what this one holds otherwise. */
const chatKeys = new Set([
  'function',
  'custom',
  'file',
  'input_audio',
  'audio',
  'image_url',
  'reasoning_content',
  'reasoning',
])
const chatTypes = new Set(['text', 'refusal', 'image_url', 'input_audio', 'file', 'custom'])

/** What the provider said about a part, as far as this interface of its knows it. */
function dataOf(part: Part): JsonObject | undefined {
  const data = dataFrom(part, provider)
  if (data === undefined || (typeof data.type === 'string' && chatTypes.has(data.type))) return undefined
  const known = Object.entries(data).filter(([key]) => !chatKeys.has(key))
  return known.length === 0 ? undefined : Object.fromEntries(known)
}

function isSaid(part: Part): boolean {
  if (isEmptyFile(part)) return false
  return !isOpaque(part) || typeof dataOf(part)?.type === 'string'
}

function isSent({ role, part }: PlacedPart): boolean {
  return part.kind === 'reasoning' ? role === 'assistant' && typeof dataOf(part)?.id === 'string' : isSaid(part)
}

function itemsOf({ role, parts }: Message): ResponsesItem[] {
  if (role === 'system') return [{ type: 'message', role, content: joinText(parts) }]
  return role === 'assistant' ? assistantItems(parts) : userItems(parts)
}

/** A model's parts in their order; plain texts that meet are one message. */
function assistantItems(parts: readonly Part[]): ResponsesItem[] {
  const items: ResponsesItem[] = []
  let texts: string[] = []
  const close = (): void => {
    if (texts.length > 0) items.push({ type: 'message', role: 'assistant', content: texts.join(blankLine) })
    texts = []
  }
  for (const part of parts) {
    const item = ownItem(part)
    if (item) {
      close()
      items.push(item)
    } else texts.push(plainText(part) ?? '')
  }
  close()
  return items
}

/** The item that a model's part is by itself; undefined for plain text. */
function ownItem(part: Part): ResponsesItem | undefined {
  const data = dataOf(part)
  switch (part.kind) {
    case 'tool-call': {
      const call = {
        type: 'function_call' as const,
        call_id: part.callId,
        name: part.name,
        arguments: JSON.stringify(part.input),
      }
      return withData<ResponsesItem>(call, data)
    }
    case 'reasoning': {
      const summary = part.text === '' ? [] : [{ type: 'summary_text' as const, text: part.text }]
      return ownBlock<ResponsesItem>({ type: 'reasoning', id: '', summary }, data)
    }
    case 'text':
      return data && ownBlock<ResponsesItem>({ type: 'message', role: 'assistant', content: part.text }, data)
    default:
      return undefined
  }
}

function userItems(parts: readonly Part[]): ResponsesItem[] {
  const outputs = parts.filter((part) => part.kind === 'tool-result').map(outputItem)
  const pieces = parts.filter((part) => isPiece(part)).map(contentOf)
  if (pieces.length === 0) return outputs
  return [...outputs, { type: 'message', role: 'user', content: simplest(pieces) }]
}

function outputItem(part: ToolResultPart): ResponsesItem {
  const pieces = part.content.filter((piece) => isSaid(piece)).map(contentOf)
  const isText = pieces.every(({ type }) => type === 'input_text')
  const output = isText ? resultText(part) : pieces
  return withData<ResponsesItem>({ type: 'function_call_output', call_id: part.callId, output }, dataOf(part))
}

function isPiece(part: Part): part is ResultContent {
  return part.kind === 'text' || part.kind === 'image' || part.kind === 'audio' || part.kind === 'file'
}

function contentOf(part: TextPart | ImagePart | AudioPart | FilePart): InputContent {
  const text: InputContent = { type: 'input_text', text: plainText(part) ?? '' }
  if (part.kind === 'text') return ownBlock(text, dataOf(part))
  const media = mediaContent(part)
  return media || part.ref === undefined ? withData(media ?? text, dataOf(part)) : text
}

function mediaContent(part: ImagePart | AudioPart | FilePart): InputContent | undefined {
  if (part.ref === undefined || part.kind === 'audio') return undefined
  const media = mediaOf(part.ref, part.mediaType)
  if (part.kind === 'image' || mediaTypeOf(part)?.startsWith('image/')) {
    return {
      type: 'input_image',
      detail: 'auto',
      ...(media.kind === 'id' ? { file_id: media.id } : { image_url: part.ref }),
    }
  }
  if (media.kind === 'id') return { type: 'input_file', file_id: media.id }
  if (media.kind === 'url' && media.url.startsWith('data:')) return undefined
  return media.kind === 'url'
    ? { type: 'input_file', file_url: media.url }
    : { type: 'input_file', filename: part.path, file_data: part.ref }
}

/** A text where there is nothing but plain text, else the pieces. */
function simplest(pieces: InputContent[]): string | InputContent[] {
  const isPlain = pieces.every((piece) => piece.type === 'input_text' && Object.keys(piece).length === 2)
  return isPlain ? pieces.map((piece) => (piece.type === 'input_text' ? piece.text : '')).join(blankLine) : pieces
}
