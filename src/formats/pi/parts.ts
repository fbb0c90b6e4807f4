import { z } from 'zod'
import type { Json, JsonObject } from '../../core/content/json.ts'
import type { Part, ProviderData, ReasoningPart, ResultContent } from '../../core/content/part.ts'
import { tryParseJson } from '../json.ts'
import { anyJson, isObject, providerField, without } from '../shape.ts'

const textShape = z.object({ text: z.string() })
const thinkingShape = z.object({
  thinking: z.string(),
  thinkingSignature: z.string().optional(),
  redacted: z.boolean().optional(),
})
const imageShape = z.object({ data: z.string(), mimeType: z.string() })
const callShape = z.object({ id: z.string(), name: z.string(), arguments: anyJson.optional() })

/**
 * The parts of a message's content. `api` is the interface the model was called through, which says whose data
 * signatures are.
 */
export function partsOf(content: string | readonly Json[] | null | undefined, api: string): Part[] {
  if (typeof content === 'string') return [{ kind: 'text', text: content }]
  return (content ?? []).map((block) => partOf(block, api))
}

/** A tool result's contents. */
export function contentsOf(content: string | readonly Json[] | null | undefined): ResultContent[] {
  return partsOf(content, '').flatMap((part) => (part.kind === 'text' || part.kind === 'image' ? [part] : []))
}

function partOf(block: Json, api: string): Part {
  if (isObject(block)) {
    switch (block.type) {
      case 'text': {
        const text = textShape.safeParse(block)
        if (text.success) return { kind: 'text', text: text.data.text, ...rest(block, ['type', 'text']) }
        break
      }
      case 'thinking': {
        const thinking = thinkingShape.safeParse(block)
        if (thinking.success) return reasoning(block, thinking.data, api)
        break
      }
      case 'image': {
        const image = imageShape.safeParse(block)
        if (image.success) {
          const { data, mimeType } = image.data
          const ref = `data:${mimeType};base64,${data}`
          return { kind: 'image', ref, mediaType: mimeType, ...rest(block, ['type', 'data', 'mimeType']) }
        }
        break
      }
      case 'toolCall': {
        const call = callShape.safeParse(block)
        if (call.success) {
          const { id, name, arguments: input = {} } = call.data
          return { kind: 'tool-call', callId: id, name, input, ...rest(block, ['type', 'id', 'name', 'arguments']) }
        }
        break
      }
      default:
    }
  }
  return { kind: 'text', text: '', provider: { pi: isObject(block) ? block : { value: block } } }
}

function rest(block: JsonObject, known: readonly string[]): { readonly provider?: ProviderData } {
  return providerField('pi', without(block, known))
}

/**
 * pi keeps what a provider needs to take reasoning back in one field: Anthropic's signature (or the data of redacted
 * reasoning), or OpenAI's whole reasoning item as JSON. An empty one means that the answer was broken off.
 */
function reasoning(
  block: JsonObject,
  { thinking, thinkingSignature, redacted }: z.infer<typeof thinkingShape>,
  api: string,
): ReasoningPart {
  const part = { kind: 'reasoning', text: thinking } as const
  const signed = signature(thinkingSignature ?? '', redacted ?? false, api)
  const left = without(block, ['type', 'thinking', 'thinkingSignature', 'redacted'])
  const provider = { ...signed, ...(left ? { pi: { ...signed?.pi, ...left } } : {}) }
  return Object.keys(provider).length === 0 ? part : { ...part, provider }
}

function signature(value: string, redacted: boolean, api: string): ProviderData | undefined {
  if (value === '') return undefined
  if (api === 'anthropic-messages') {
    return { anthropic: redacted ? { type: 'redacted_thinking', data: value } : { signature: value } }
  }
  const item = api.includes('openai') && value.startsWith('{') ? tryParseJson(value) : undefined
  return isObject(item) && item.type === 'reasoning' ? { openai: item } : { pi: { thinkingSignature: value } }
}
