import type { AudioPart, FilePart, ImagePart, Part, TextPart, ToolResultPart } from '../../content/part.ts'
import { mediaOf, mediaTypeOf } from '../media.ts'
import type { Role } from '../message.ts'
import { plainText } from '../plain-text.ts'
import { dataOf, ownBlock, speaksTo, withData } from '../provider-data.ts'
import { isObject } from '../schema.ts'
import {
  type AnthropicBlock,
  type AnthropicContent,
  type AnthropicImage,
  type AnthropicText,
  type AnthropicThinking,
  imageTypes,
} from './anthropic-request.ts'

/** The name under which Anthropic's data stand on a part. */
const provider = 'anthropic'

/** Whether a part has a block: blank text and reasoning only as the provider signed or made it. */
export function hasBlock(part: Part, role: Role): boolean {
  if (part.kind !== 'reasoning') return speaksTo(part, provider)
  const data = dataOf(part, provider)
  return role === 'assistant' && (typeof data?.signature === 'string' || data?.type === 'redacted_thinking')
}

/** A part as one block. A model's message has no images; they become placeholders there. */
export function blockOf(part: Part, role: Role): AnthropicBlock {
  const data = dataOf(part, provider)
  switch (part.kind) {
    case 'tool-call': {
      const input = isObject(part.input) ? part.input : { value: part.input }
      return withData<AnthropicBlock>({ type: 'tool_use', id: part.callId, name: part.name, input }, data)
    }
    case 'tool-result':
      return withData<AnthropicBlock>(resultBlock(part), data)
    case 'reasoning':
      return ownBlock<AnthropicThinking>({ type: 'thinking', thinking: part.text, signature: '' }, data)
    default:
      return role === 'assistant' && part.kind !== 'text'
        ? { type: 'text', text: plainText(part) ?? '' }
        : contentBlock(part)
  }
}

function resultBlock(part: ToolResultPart): AnthropicBlock {
  const content = part.content.filter((piece) => speaksTo(piece, provider)).map(contentBlock)
  const [first] = content
  const isText = content.length === 1 && first?.type === 'text' && Object.keys(first).length === 2
  return {
    type: 'tool_result',
    tool_use_id: part.callId,
    ...(first === undefined ? {} : { content: isText ? first.text : content }),
    ...(part.isError === true ? { is_error: true } : {}),
  }
}

function contentBlock(part: TextPart | ImagePart | AudioPart | FilePart): AnthropicContent {
  const data = dataOf(part, provider)
  const text: AnthropicText = { type: 'text', text: plainText(part) ?? '' }
  if (part.kind === 'text') return ownBlock<AnthropicContent>(text, data)
  if (part.ref === undefined)
    return withData<AnthropicContent>(data?.type === 'document' ? textDocument(text.text) : text, data)
  const block = mediaBlock(part) ?? (isObject(data?.source ?? null) ? unnamedBlock(part) : undefined)
  return block ? withData(block, data) : text
}

function textDocument(data: string): AnthropicContent {
  return { type: 'document', source: { type: 'text', media_type: 'text/plain', data } }
}

/** A block whose source only the provider's own data know. */
function unnamedBlock(part: ImagePart | AudioPart | FilePart): AnthropicContent {
  return { type: part.kind === 'image' ? 'image' : 'document', source: { type: 'url', url: part.ref ?? '' } }
}

function mediaBlock(part: ImagePart | AudioPart | FilePart): AnthropicContent | undefined {
  if (part.ref === undefined || part.kind === 'audio') return undefined
  const media = mediaOf(part.ref, part.mediaType)
  if (media.kind === 'url' && media.url.startsWith('data:')) return undefined
  const mediaType = mediaTypeOf(part)
  const source =
    media.kind === 'id'
      ? ({ type: 'file', file_id: media.id } as const)
      : media.kind === 'url'
        ? ({ type: 'url', url: media.url } as const)
        : undefined
  if (part.kind === 'image' || mediaType?.startsWith('image/')) {
    const named = imageTypes.find((type) => type === mediaType)
    const inline: AnthropicImage['source'] | undefined =
      media.kind === 'data' && named ? { type: 'base64', media_type: named, data: media.data } : undefined
    const image = source ?? inline
    return image && { type: 'image', source: image }
  }
  const title = part.kind === 'file' && dataOf(part, provider)?.type !== 'document' ? { title: part.path } : {}
  if (source) return { type: 'document', ...title, source }
  if (media.kind !== 'data' || mediaType !== 'application/pdf') return undefined
  return { type: 'document', ...title, source: { type: 'base64', media_type: mediaType, data: media.data } }
}
