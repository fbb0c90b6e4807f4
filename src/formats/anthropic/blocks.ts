import { z } from 'zod'
import type { Json, JsonObject } from '../../core/content/json.ts'
import type {
  FilePart,
  ImagePart,
  Part,
  ProviderData,
  ResultContent,
  TextPart,
  ToolResultPart,
} from '../../core/content/part.ts'
import { slashes } from '../mentions.ts'
import { anyJson, isObject, providerField, without } from '../shape.ts'

const content = z.union([z.string(), z.array(anyJson)]).nullish()
const textShape = z.object({ text: z.string() })
const thinkingShape = z.object({ thinking: z.string() })
const callShape = z.object({ id: z.string(), name: z.string(), input: anyJson.optional() })
const resultShape = z.object({ tool_use_id: z.string(), content, is_error: z.boolean().nullish() })
const sourceShape = z.object({
  source: z.discriminatedUnion('type', [
    z.object({ type: z.literal('base64'), media_type: z.string(), data: z.string() }),
    z.object({ type: z.literal('url'), url: z.string() }),
    z.object({ type: z.literal('file'), file_id: z.string() }),
    z.object({ type: z.literal('text'), data: z.string() }),
  ]),
})

type Source = z.infer<typeof sourceShape>['source']

/**
 * A message's content blocks as parts. A block that is not known, or has not the shape of its type, is kept whole for
 * the provider, so that nothing is lost on the way back.
 */
export function partsOf(content: string | readonly Json[] | null | undefined): Part[] {
  if (typeof content === 'string') return [{ kind: 'text', text: content }]
  return (content ?? []).map((block) => (typeof block === 'string' ? { kind: 'text', text: block } : partOf(block)))
}

function partOf(block: Json): Part {
  if (!isObject(block)) return unknown({ value: block })
  switch (block.type) {
    case 'thinking': {
      const { data } = thinkingShape.safeParse(block)
      return data ? { kind: 'reasoning', text: data.thinking, ...rest(block, ['type', 'thinking']) } : unknown(block)
    }
    case 'redacted_thinking':
      return { kind: 'reasoning', text: '', provider: { anthropic: block } }
    case 'tool_use': {
      const { data } = callShape.safeParse(block)
      if (!data) return unknown(block)
      const { id, name, input = {} } = data
      return { kind: 'tool-call', callId: id, name, input, ...rest(block, ['type', 'id', 'name', 'input']) }
    }
    case 'tool_result':
      return resultOf(block)
    default:
      return contentOf(block)
  }
}

function resultOf(block: JsonObject): ToolResultPart | TextPart {
  const { data } = resultShape.safeParse(block)
  if (!data) return unknown(block)
  const content: ResultContent[] =
    typeof data.content === 'string'
      ? [{ kind: 'text', text: data.content }]
      : (data.content ?? []).map((held) => (isObject(held) ? contentOf(held) : unknown({ value: held })))
  return {
    kind: 'tool-result',
    callId: data.tool_use_id,
    content,
    ...(data.is_error ? { isError: true } : {}),
    ...rest(block, ['type', 'tool_use_id', 'content', 'is_error']),
  }
}

function contentOf(block: JsonObject): TextPart | ImagePart | FilePart {
  switch (block.type) {
    case 'text': {
      const { data } = textShape.safeParse(block)
      return data ? { kind: 'text', text: data.text, ...rest(block, ['type', 'text']) } : unknown(block)
    }
    case 'image': {
      const { data } = sourceShape.safeParse(block)
      return data && data.source.type !== 'text' ? imageOf(block, data.source) : unknown(block)
    }
    case 'document': {
      const { data } = sourceShape.safeParse(block)
      return data ? documentOf(block, data.source) : unknown(block)
    }
    default:
      return unknown(block)
  }
}

function imageOf(block: JsonObject, source: Exclude<Source, { type: 'text' }>): ImagePart {
  const known = source.type === 'file' ? ['type'] : ['type', 'source']
  return { kind: 'image', ...reference(source), ...rest(block, known) }
}

/**
 * A document is an attachment under its title; what the provider needs to know it by is kept, its content not twice.
 */
function documentOf(block: JsonObject, source: Source): FilePart {
  const path = typeof block.title === 'string' && block.title !== '' ? slashes(block.title) : 'document'
  const file = { kind: 'file', path, way: 'attachment' } as const
  const kept = rest(block, source.type === 'file' ? [] : ['source'])
  if (source.type === 'text') return { ...file, text: source.data, mediaType: 'text/plain', ...kept }
  return { ...file, text: '', ...reference(source), ...kept }
}

function reference(source: Exclude<Source, { type: 'text' }>): { readonly ref: string; readonly mediaType?: string } {
  switch (source.type) {
    case 'base64':
      return { ref: `data:${source.media_type};base64,${source.data}`, mediaType: source.media_type }
    case 'url':
      return { ref: source.url }
    case 'file':
      return { ref: source.file_id }
    default:
      return source satisfies never
  }
}

function unknown(block: JsonObject): TextPart {
  return { kind: 'text', text: '', provider: { anthropic: block } }
}

function rest(block: JsonObject, known: readonly string[]): { readonly provider?: ProviderData } {
  return providerField('anthropic', without(block, known))
}
