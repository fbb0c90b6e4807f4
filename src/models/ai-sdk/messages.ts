import { createHash } from 'node:crypto'
import type { ModelMessage as SdkMessage } from 'ai'
import { blankLine } from '../../core/render/merge.ts'
import type {
  ModelMessage,
  SdkFile,
  SdkImage,
  SdkObject,
  SdkReasoning,
  SdkText,
  SdkToolCall,
  SdkToolResult,
} from '../../core/render/targets/model-message.ts'
import { type Connection, dataKey } from './connection.ts'
import { mediaPart } from './media.ts'

type UserPart = Exclude<Extract<SdkMessage, { role: 'user' }>['content'], string>[number]
type AssistantPart = Exclude<Extract<SdkMessage, { role: 'assistant' }>['content'], string>[number]
type ToolPart = Extract<Extract<SdkMessage, { role: 'tool' }>['content'][number], { type: 'tool-result' }>

/**
 * Messages as a provider takes them: data of other providers stay behind, and reasoning with them; media that its API has
 * no form for become placeholders; a system message in the middle becomes a marked part of the user's where it may not
 * stand there; in Chat Completions, whose results are text only, the media of results follow in the user's message.
 */
export function messagesFor(connection: Connection, messages: readonly ModelMessage[]): SdkMessage[] {
  const begin = messages.findIndex(({ role }) => role !== 'system')
  const sent = messages.flatMap((message, at) => messageFor(connection, message, at < begin || begin === -1))
  return mergeUsers(sent)
}

function messageFor(connection: Connection, message: ModelMessage, isFirst: boolean): SdkMessage[] {
  const own = ownData(dataKey(connection))
  switch (message.role) {
    case 'system': {
      const { content } = message
      if (isFirst || connection.facts.systemMidway) return [{ role: 'system', content, ...own(message) }]
      return [{ role: 'user', content: [{ type: 'text', text: `<system>\n${content}\n</system>` }] }]
    }
    case 'user':
      return [{ role: 'user', content: userParts(connection, message.content) }]
    case 'assistant':
      return assistantMessage(connection, message.content)
    case 'tool':
      return toolMessages(connection, message.content)
    default:
      return message satisfies never
  }
}

function userParts(connection: Connection, content: string | (SdkText | SdkFile | SdkImage)[]): UserPart[] {
  const key = dataKey(connection)
  const own = ownData(key)
  if (typeof content === 'string') return [{ type: 'text', text: content }]
  return content.map((part): UserPart => {
    if (part.type === 'text') return { type: 'text', text: part.text, ...own(part) }
    return { ...mediaPart(connection.provider.api, key, part), ...own(part) }
  })
}

function assistantMessage(
  connection: Connection,
  content: string | (SdkText | SdkReasoning | SdkToolCall)[],
): SdkMessage[] {
  const key = dataKey(connection)
  const own = ownData(key)
  const parts: (SdkText | SdkReasoning | SdkToolCall)[] =
    typeof content === 'string' ? [{ type: 'text', text: content }] : content
  const isChat = connection.provider.api === 'chat-completions'
  const sent = parts.flatMap((part): AssistantPart[] => {
    switch (part.type) {
      case 'text':
        return [{ type: 'text', text: part.text, ...own(part) }]
      case 'tool-call':
        return [toolCall(connection, part, own(part))]
      case 'reasoning':
        return isChat || part.providerOptions?.[key] === undefined
          ? []
          : [{ type: 'reasoning', text: part.text, ...own(part) }]
      default:
        return part satisfies never
    }
  })
  if (sent.length === 0) return []
  return [{ role: 'assistant', content: sent, ...(isChat ? fieldsBeside(parts, key) : {}) }]
}

function toolCall(
  connection: Connection,
  { type, toolCallId, toolName, input }: SdkToolCall,
  data: OwnData,
): AssistantPart {
  return { type, toolCallId: idFor(connection, toolCallId), toolName, input, ...data }
}

/** The id of a call as the provider takes it; the same for a call and its result, and from request to request. */
function idFor({ provider }: Connection, id: string): string {
  if (provider.nineLetterIds !== true || /^[a-zA-Z0-9]{9}$/.test(id)) return id
  return createHash('sha256').update(id).digest('hex').slice(0, 9)
}

/** Reasoning as the field of the message in which it came, in Chat Completions. */
function fieldsBeside(parts: readonly OwnData[], key: string): OwnData {
  const fields: { [name: string]: string } = {}
  for (const { providerOptions } of parts) {
    for (const name of ['reasoning_content', 'reasoning']) {
      const text = providerOptions?.[key]?.[name]
      if (typeof text === 'string') fields[name] = (fields[name] ?? '') + text
    }
  }
  // The client lays what stands under this name over the message.
  return Object.keys(fields).length === 0 ? {} : { providerOptions: { openaiCompatible: fields } }
}

function toolMessages(connection: Connection, results: readonly SdkToolResult[]): SdkMessage[] {
  const key = dataKey(connection)
  const own = ownData(key)
  const isChat = connection.provider.api === 'chat-completions'
  const media: UserPart[] = []
  const content = results.map((result): ToolPart => {
    const { type, toolName, output } = result
    const toolCallId = idFor(connection, result.toolCallId)
    const base = { type, toolCallId, toolName, ...own(result) }
    if (output.type !== 'content') return { ...base, output }
    const pieces = output.value.map((piece) =>
      piece.type === 'text' ? piece : mediaPart(connection.provider.api, key, piece),
    )
    if (!isChat) return { ...base, output: { type: 'content', value: pieces } }
    const texts = pieces.flatMap((piece) => (piece.type === 'text' ? [piece.text] : []))
    const files = pieces.filter((piece) => piece.type !== 'text')
    if (files.length > 0) media.push({ type: 'text', text: `[content of the result ${toolCallId}]` }, ...files)
    return { ...base, output: { type: 'text', value: texts.join(blankLine) } }
  })
  return [{ role: 'tool', content }, ...(media.length === 0 ? [] : [{ role: 'user' as const, content: media }])]
}

type OwnData = { providerOptions?: { [provider: string]: SdkObject } }

/** What parts say to one provider, as options. */
function ownData(key: string): (part: OwnData) => OwnData {
  return ({ providerOptions }) => {
    const data = providerOptions?.[key]
    return data === undefined ? {} : { providerOptions: { [key]: data } }
  }
}

/** Neighbouring messages of the user as one: some servers want the roles to alternate. */
function mergeUsers(messages: readonly SdkMessage[]): SdkMessage[] {
  const merged: SdkMessage[] = []
  for (const message of messages) {
    const last = merged.at(-1)
    if (
      message.role === 'user' &&
      last?.role === 'user' &&
      typeof message.content !== 'string' &&
      typeof last.content !== 'string'
    )
      merged[merged.length - 1] = { ...last, content: [...last.content, ...message.content] }
    else merged.push(message)
  }
  return merged
}
