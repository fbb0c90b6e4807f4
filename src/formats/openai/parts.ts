import { z } from 'zod'
import type { Json, JsonObject } from '../../core/content/json.ts'
import type {
  AudioPart,
  FilePart,
  ImagePart,
  Part,
  ProviderData,
  TextPart,
  ToolCallPart,
} from '../../core/content/part.ts'
import { tryParseJson } from '../json.ts'
import { slashes } from '../mentions.ts'
import { anyJson, isObject, providerField, without } from '../shape.ts'

/** The parts that may stand in a message's content. */
export type ContentPart = TextPart | ImagePart | AudioPart | FilePart

const textShape = z.object({ text: z.string() })
const imageShape = z.object({ image_url: z.union([z.string(), z.looseObject({ url: z.string() })]) })
const audioShape = z.object({ input_audio: z.looseObject({ data: z.string(), format: z.string() }) })
const fileShape = z.object({
  file: z.looseObject({
    filename: z.string().optional(),
    file_data: z.string().optional(),
    file_id: z.string().optional(),
  }),
})
const callShape = z.object({
  id: z.string(),
  function: z.looseObject({ name: z.string(), arguments: anyJson.optional() }),
})
const customShape = z.object({ id: z.string(), custom: z.looseObject({ name: z.string(), input: z.string() }) })

/** A message's content as parts: a text, or a list of parts. What is not known is kept whole for the provider. */
export function contentOf(content: Json | undefined): ContentPart[] {
  if (typeof content === 'string') return [{ kind: 'text', text: content }]
  return Array.isArray(content) ? (content as readonly Json[]).map(contentPart) : []
}

function contentPart(block: Json): ContentPart {
  if (typeof block === 'string') return { kind: 'text', text: block }
  if (!isObject(block)) return unknown({ value: block })
  switch (block.type) {
    case 'text':
    case 'input_text':
    case 'output_text': {
      const { data } = textShape.safeParse(block)
      return data ? { kind: 'text', text: data.text, ...rest(block, ['type', 'text']) } : unknown(block)
    }
    case 'image_url':
      return imageOf(block)
    case 'input_audio':
      return audioOf(block)
    case 'file':
      return fileOf(block)
    default:
      return unknown(block)
  }
}

/** A block that only the provider understands. */
export function unknown(block: JsonObject): TextPart {
  return { kind: 'text', text: '', provider: { openai: block } }
}

function imageOf(block: JsonObject): ContentPart {
  const { data } = imageShape.safeParse(block)
  if (!data) return unknown(block)
  const ref = typeof data.image_url === 'string' ? data.image_url : data.image_url.url
  const mediaType = /^data:([^;,]+)/.exec(ref)?.[1]
  const plain = isObject(block.image_url) && without(block.image_url, ['url']) === undefined
  const kept = rest(block, plain ? ['type', 'image_url'] : ['type'])
  return { kind: 'image', ref, ...(mediaType ? { mediaType } : {}), ...kept }
}

function audioOf(block: JsonObject): ContentPart {
  const { data } = audioShape.safeParse(block)
  if (!data) return unknown(block)
  const { format } = data.input_audio
  const mediaType = `audio/${format === 'mp3' ? 'mpeg' : format}`
  const ref = `data:${mediaType};base64,${data.input_audio.data}`
  return { kind: 'audio', ref, mediaType, ...rest(block, ['type', 'input_audio']) }
}

function fileOf(block: JsonObject): ContentPart {
  const { data } = fileShape.safeParse(block)
  const ref = data?.file.file_data ?? data?.file.file_id
  if (!data || ref === undefined) return unknown(block)
  const mediaType = /^data:([^;,]+)/.exec(ref)?.[1]
  const plain = isObject(block.file) && without(block.file, ['filename', 'file_data']) === undefined
  return {
    kind: 'file',
    path: slashes(data.file.filename ?? data.file.file_id ?? 'file'),
    way: 'attachment',
    text: '',
    ref,
    ...(mediaType ? { mediaType } : {}),
    ...rest(block, plain ? ['type', 'file'] : ['type']),
  }
}

/**
 * An assistant's tool call. Arguments that are no JSON, or that would lose digits as numbers, are kept as they are as
 * well.
 */
export function callOf(call: Json): Part {
  if (!isObject(call)) return unknown({ value: call })
  const custom = customShape.safeParse(call)
  if (custom.success) {
    const { id, custom: held } = custom.data
    return { kind: 'tool-call', callId: id, name: held.name, input: held.input, ...rest(call, ['id']) }
  }
  const { data } = callShape.safeParse(call)
  if (!data) return unknown({ tool_calls: [call] })
  const { input, exact } = inputOf(data.function.arguments)
  const plain = exact && isObject(call.function) && without(call.function, ['name', 'arguments']) === undefined
  const known = plain ? ['id', 'type', 'function'] : ['id', 'type']
  return { kind: 'tool-call', callId: data.id, name: data.function.name, input, ...rest(call, known) }
}

/** A call from before there were tool calls, under an id of our own. */
export function functionCallOf(call: JsonObject, callId: string): ToolCallPart | undefined {
  if (typeof call.name !== 'string') return undefined
  return { kind: 'tool-call', callId, name: call.name, input: inputOf(call.arguments).input }
}

function inputOf(written: Json | undefined): { readonly input: Json; readonly exact: boolean } {
  if (typeof written !== 'string') return { input: written ?? {}, exact: true }
  if (written.trim() === '') return { input: {}, exact: true }
  const input = tryParseJson(written)
  return input === undefined ? { input: written, exact: false } : { input, exact: !/\d{16}/.test(written) }
}

function rest(block: JsonObject, known: readonly string[]): { readonly provider?: ProviderData } {
  return providerField('openai', without(block, known))
}
