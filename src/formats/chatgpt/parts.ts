import type { Json, JsonObject } from '../../core/content/json.ts'
import type { FilePart, ReasoningPart, ResultContent, TextPart } from '../../core/content/part.ts'
import { slashes } from '../mentions.ts'
import { isObject, listOf } from '../shape.ts'

/** What may stand in a message, beside calls and results. */
export type ContentPart = ResultContent | ReasoningPart

/** A message's content as parts; blank texts are left out. Undefined where its type is not known and it has no text. */
export function contentOf(content: JsonObject, attachments: readonly Json[]): ContentPart[] | undefined {
  switch (content.content_type) {
    case 'text':
    case 'multimodal_text':
      return listOf(content.parts).flatMap((part) => partOf(part, attachments))
    case 'code':
    case 'execution_output':
      return text(content.text)
    case 'tether_quote':
    case 'sonic_webpage':
      return quoteOf(content)
    case 'tether_browsing_display':
      return [...text(content.result), ...text(content.summary)].slice(0, 1)
    case 'system_error':
      return text([content.name, content.text].filter((piece) => typeof piece === 'string').join(': '))
    case 'user_editable_context':
      return text(userContext(content))
    case 'model_editable_context':
      return text(content.model_set_context)
    case 'thoughts':
      return listOf(content.thoughts).flatMap(thought)
    case 'reasoning_recap':
      return reasoning(content.content)
    case 'computer_output':
      return partOf(content.screenshot ?? null, attachments)
    default: {
      const found = [...text(content.text), ...listOf(content.parts).flatMap((part) => partOf(part, attachments))]
      return found.length > 0 ? found : undefined
    }
  }
}

/** What the person told about themselves and how they want answers: the profile, then the instructions. */
export function userContext(content: JsonObject): string {
  return [content.user_profile, content.user_instructions]
    .flatMap((piece) => (typeof piece === 'string' && piece.trim() !== '' ? [piece.trim()] : []))
    .join('\n\n')
}

/** Files that came with a message, by name. Images that stand in its content are not among them again. */
export function attachmentsOf(attachments: readonly Json[], parts: readonly ContentPart[]): FilePart[] {
  const shown = parts.flatMap((part) => ('ref' in part && part.ref ? [part.ref] : []))
  return attachments.flatMap((attachment): FilePart[] => {
    if (!isObject(attachment) || typeof attachment.name !== 'string' || attachment.name === '') return []
    const { id, name } = attachment
    if (typeof id === 'string' && shown.some((ref) => ref.includes(id))) return []
    const mediaType = mediaTypeOf(attachment)
    return [
      {
        kind: 'file',
        path: slashes(name),
        way: 'attachment',
        text: '',
        ...(typeof id === 'string' ? { ref: id } : {}),
        ...(mediaType ? { mediaType } : {}),
      },
    ]
  })
}

function partOf(part: Json, attachments: readonly Json[]): ContentPart[] {
  if (!isObject(part)) return text(part)
  switch (part.content_type) {
    case 'image_asset_pointer':
      return assetOf('image', part, attachments)
    case 'audio_asset_pointer':
      return assetOf('audio', part, attachments)
    case 'real_time_user_audio_video_asset_pointer': {
      const { audio_asset_pointer: audio } = part
      const frames = listOf(part.frames_asset_pointers).filter((frame) => isObject(frame))
      return [
        ...(isObject(audio) ? assetOf('audio', audio, attachments) : []),
        ...frames.flatMap((frame) => assetOf('image', frame, attachments)),
      ]
    }
    default:
      return text(part.text)
  }
}

function assetOf(kind: 'image' | 'audio', part: JsonObject, attachments: readonly Json[]): ContentPart[] {
  const { asset_pointer: ref, format } = part
  if (typeof ref !== 'string' || ref === '') return []
  const attachment = attachments.find(
    (each) => isObject(each) && typeof each.id === 'string' && each.id !== '' && ref.includes(each.id),
  )
  const said = kind === 'audio' && typeof format === 'string' ? `audio/${format}` : undefined
  const mediaType = (isObject(attachment) ? mediaTypeOf(attachment) : undefined) ?? said
  return [{ kind, ref, ...(mediaType ? { mediaType } : {}) }]
}

function mediaTypeOf(attachment: JsonObject): string | undefined {
  const type = attachment.mimeType ?? attachment.mime_type
  return typeof type === 'string' && type !== '' ? type : undefined
}

function quoteOf({ title, url, domain, text: quoted }: JsonObject): ContentPart[] {
  if (typeof quoted !== 'string' || quoted.trim() === '') return []
  const path = [title, url, domain].find((name) => typeof name === 'string' && name !== '')
  if (typeof path !== 'string') return text(quoted)
  return [{ kind: 'file', path, way: 'attachment', text: quoted }]
}

function thought(value: Json): ContentPart[] {
  if (!isObject(value)) return reasoning(value)
  const lines = [value.summary, value.content].filter((piece) => typeof piece === 'string' && piece.trim() !== '')
  return reasoning(lines.join('\n'))
}

function text(value: Json | undefined): TextPart[] {
  return typeof value === 'string' && value.trim() !== '' ? [{ kind: 'text', text: value }] : []
}

function reasoning(value: Json | undefined): ReasoningPart[] {
  return typeof value === 'string' && value.trim() !== '' ? [{ kind: 'reasoning', text: value }] : []
}
