import type {
  AudioPart,
  FilePart,
  ImagePart,
  Part,
  ReasoningPart,
  ToolCallPart,
  ToolResultPart,
} from '../../content/part.ts'
import { withCallIds } from '../call-ids.ts'
import { mediaOf, mediaTypeOf } from '../media.ts'
import { blankLine, keepParts, type PlacedPart } from '../merge.ts'
import type { Message, Prompt } from '../message.ts'
import { joinText, plainText, resultText } from '../plain-text.ts'
import { dataOf, isEmptyFile, isOpaque } from '../provider-data.ts'
import { isObject, objectSchema } from '../schema.ts'
import { sdkBreakpoint, withPartBreakpoints } from './cache-breakpoints.ts'
import type {
  ModelMessage,
  ModelRequest,
  SdkJson,
  SdkObject,
  SdkOutput,
  SdkReasoning,
  SdkResultContent,
  SdkText,
  SdkToolCall,
  SdkToolResult,
} from './model-message.ts'
import type { Rendered } from './rendered.ts'

/** The strictest of the providers behind the SDK. */
const callIds = { refused: /[^a-zA-Z0-9_-]/g, longest: 40 }

/** What a request to the AI SDK says beside the prompt. */
export interface ModelMessagesOptions {
  /** Sets Anthropic's cache breakpoints where sections end, four at the most. Other providers never see them. Default: none. */
  readonly cacheBreakpoints?: boolean
}

/**
 * A prompt as messages of the AI SDK, version 7. Provider data travel as provider options, which the SDK hands to their
 * own provider. Reasoning goes only with such data. Blocks that only a provider's own interface knows are left out, and a
 * warning says so. Tools stand in the form in which the SDK hands them to a model.
 */
export function toModelMessages(
  prompt: Prompt,
  { cacheBreakpoints = false }: ModelMessagesOptions = {},
): Rendered<ModelRequest> {
  const opaque = prompt.messages.flatMap(({ parts }) => parts).filter(isOpaque).length
  const kept = withCallIds(keepParts(prompt.messages, isSent), callIds)
  const marked = cacheBreakpoints ? { providerOptions: { anthropic: { ...sdkBreakpoint } } } : {}
  const taken = Number(prompt.system !== null) + Number(prompt.tools.length > 0)
  const messages = cacheBreakpoints ? withPartBreakpoints(kept, taken) : kept
  const system: ModelMessage[] = prompt.system === null ? [] : [{ role: 'system', content: prompt.system, ...marked }]
  const sent = [...system, ...modelMessages(messages)]
  const request: ModelRequest = {
    ...(sent.some(({ role }) => role === 'system') ? { allowSystemInMessages: true } : {}),
    messages: sent,
  }
  if (prompt.tools.length > 0) {
    request.tools = prompt.tools.map(({ name, description, inputSchema }, at) => ({
      type: 'function',
      name,
      ...(description === undefined ? {} : { description }),
      inputSchema: objectSchema(inputSchema),
      ...(at === prompt.tools.length - 1 ? marked : {}),
    }))
  }
  return {
    request,
    warnings:
      opaque === 0 ? [] : [`${opaque} blocks of a provider's own have no form in the AI SDK and were left out.`],
  }
}

function isSent({ role, part }: PlacedPart): boolean {
  return part.kind === 'reasoning'
    ? role === 'assistant' && part.provider !== undefined
    : !isOpaque(part) && !isEmptyFile(part)
}

function modelMessages(messages: readonly Message[]): ModelMessage[] {
  let names = new Map<string, string>()
  return messages.flatMap((message): ModelMessage[] => {
    if (message.role === 'system') return [{ role: 'system', content: joinText(message.parts) }]
    if (message.role === 'user') return userMessages(message.parts, names)
    names = new Map(message.parts.flatMap((part) => (part.kind === 'tool-call' ? [[part.callId, part.name]] : [])))
    return [{ role: 'assistant', content: simplest(message.parts.flatMap(assistantParts)) }]
  })
}

function userMessages(parts: readonly Part[], names: ReadonlyMap<string, string>): ModelMessage[] {
  const results = parts.filter((part) => part.kind === 'tool-result')
  const content = parts.flatMap((part) => userPart(part) ?? [])
  return [
    ...(results.length === 0
      ? []
      : [{ role: 'tool' as const, content: results.map((part) => toolResult(part, names)) }]),
    ...(content.length === 0 ? [] : [{ role: 'user' as const, content: simplest(content) }]),
  ]
}

function userPart(part: Part): Exclude<Extract<ModelMessage, { role: 'user' }>['content'], string>[number] | undefined {
  switch (part.kind) {
    case 'text':
      return textPart(part)
    case 'image':
      return { type: 'image', image: part.ref, ...typeOf(part), ...optionsOf(part) }
    case 'audio':
    case 'file':
      return part.ref === undefined ? textPart(part) : { ...filePart(part, part.ref), ...optionsOf(part) }
    default:
      return undefined
  }
}

function filePart(
  part: AudioPart | FilePart,
  ref: string,
): { type: 'file'; data: string; mediaType: string; filename?: string } {
  const media = mediaOf(ref, part.mediaType)
  const mediaType = mediaTypeOf(part) ?? (part.kind === 'audio' ? 'audio/mpeg' : 'application/octet-stream')
  const data = media.kind === 'data' ? media.data : ref
  return { type: 'file', data, mediaType, ...(part.kind === 'file' ? { filename: part.path } : {}) }
}

function assistantParts(part: Part): (SdkText | SdkReasoning | SdkToolCall)[] {
  if (part.kind === 'tool-call') return [toolCall(part)]
  return part.kind === 'reasoning' ? reasoningParts(part) : [textPart(part)]
}

/** Reasoning as the SDK holds it: one part for each summary of an item that has several. */
function reasoningParts(part: ReasoningPart): SdkReasoning[] {
  const { summary, ...item } = dataOf(part, 'openai') ?? {}
  if (!Array.isArray(summary) || summary.length < 2)
    return [{ type: 'reasoning', text: part.text, ...reasoningOptions(part) }]
  const options = reasoningOptions({ ...part, provider: { ...part.provider, openai: item } })
  const texts = summary.flatMap((piece) => (isObject(piece) && typeof piece.text === 'string' ? [piece.text] : []))
  return texts.map((text) => ({ type: 'reasoning', text, ...options }))
}

function textPart(part: Part): SdkText {
  return { type: 'text', text: plainText(part) ?? '', ...optionsOf(part) }
}

function toolCall(part: ToolCallPart): SdkToolCall {
  return {
    type: 'tool-call',
    toolCallId: part.callId,
    toolName: part.name,
    input: part.input as SdkJson,
    ...optionsOf(part),
  }
}

function toolResult(part: ToolResultPart, names: ReadonlyMap<string, string>): SdkToolResult {
  const toolName = names.get(part.callId) ?? part.name ?? 'unknown'
  return { type: 'tool-result', toolCallId: part.callId, toolName, output: outputOf(part), ...optionsOf(part) }
}

function outputOf(part: ToolResultPart): SdkOutput {
  if (part.isError === true) return { type: 'error-text', value: resultText(part) }
  const value = part.content.filter((piece) => !isOpaque(piece) && !isEmptyFile(piece)).map(resultContent)
  return value.every(({ type }) => type === 'text')
    ? { type: 'text', value: resultText(part) }
    : { type: 'content', value }
}

function resultContent(part: ToolResultPart['content'][number]): SdkResultContent {
  const media = part.kind === 'text' || part.ref === undefined ? undefined : mediaOf(part.ref, part.mediaType)
  if (part.kind === 'text' || media === undefined || media.kind === 'id')
    return { type: 'text', text: plainText(part) ?? '' }
  if (media.kind === 'url') return { type: 'file-url', url: media.url, ...typeOf(part) }
  const filename = part.kind === 'file' ? { filename: part.path } : {}
  return { type: 'file-data', data: media.data, mediaType: part.mediaType ?? media.mediaType, ...filename }
}

function typeOf(part: ImagePart | AudioPart | FilePart): { mediaType?: string } {
  const mediaType = mediaTypeOf(part)
  return mediaType === undefined ? {} : { mediaType }
}

function optionsOf(part: Part): { providerOptions?: { [provider: string]: SdkObject } } {
  return part.provider === undefined ? {} : { providerOptions: part.provider as { [provider: string]: SdkObject } }
}

/** Reasoning's data under the names that the SDK's providers read, beside the providers' own. */
function reasoningOptions(part: Part): ReturnType<typeof optionsOf> {
  const { providerOptions = {} } = optionsOf(part)
  const { anthropic, openai } = providerOptions
  return {
    providerOptions: {
      ...providerOptions,
      ...(anthropic?.type === 'redacted_thinking' ? { anthropic: { ...anthropic, redactedData: anthropic.data } } : {}),
      ...(typeof openai?.id === 'string'
        ? { openai: { ...openai, itemId: openai.id, reasoningEncryptedContent: openai.encrypted_content ?? null } }
        : {}),
    },
  }
}

/** A text where there is nothing but plain text, else the pieces. */
function simplest<Content extends { type: string }>(pieces: Content[]): string | Content[] {
  const texts = pieces.flatMap((piece) =>
    'text' in piece && piece.type === 'text' && !('providerOptions' in piece) ? [`${piece.text}`] : [],
  )
  return texts.length === pieces.length ? texts.join(blankLine) : pieces
}
