import { mediaOf } from '../../core/render/media.ts'
import { plainText } from '../../core/render/plain-text.ts'
import type { SdkFile, SdkImage, SdkResultContent } from '../../core/render/targets/model-message.ts'
import type { ProviderApi } from '../providers/provider.ts'

type MediaPart = SdkFile | SdkImage | Exclude<SdkResultContent, { type: 'text' }>

/** What a part becomes: a file of the client, or the text that stands for it. */
export type SentMedia =
  | { type: 'text'; text: string }
  | {
      type: 'file'
      data:
        | { type: 'data'; data: string }
        | { type: 'url'; url: URL }
        | { type: 'reference'; reference: { [provider: string]: string } }
      mediaType: string
      filename?: string
    }

/** Where the bytes are: in the part, at an address, or with the provider. */
type Place = SentMedia & { type: 'file' } extends { data: infer Data } ? Data : never

/** The images that every provider takes. `image` is one of which only the address is known. */
const images = ['image', 'image/jpeg', 'image/png', 'image/gif', 'image/webp']
const sounds = ['audio/wav', 'audio/mp3', 'audio/mpeg']
const otherNames: ReadonlyMap<string, string> = new Map([
  ['image/jpg', 'image/jpeg'],
  ['audio/wave', 'audio/wav'],
  ['audio/x-wav', 'audio/wav'],
])

/** An image, a sound or a file as the client takes it: text as text, and a placeholder where the API has no form for it. */
export function mediaPart(api: ProviderApi, key: string, part: MediaPart): SentMedia {
  const ref = part.type === 'image' ? part.image : part.type === 'file-url' ? part.url : part.data
  const media = mediaOf(ref, part.mediaType)
  const said = (part.mediaType ?? (media.kind === 'data' ? media.mediaType : 'image')).toLowerCase()
  const mediaType = otherNames.get(said) ?? said
  const place = placeOf(ref, key)
  const filename = 'filename' in part && part.filename !== undefined ? part.filename : undefined
  if (place?.type === 'data' && mediaType.startsWith('text/')) return { type: 'text', text: decode(place.data) }
  if (place === null || !takes(api, mediaType, place.type))
    return { type: 'text', text: placeholder(mediaType, filename) }
  return { type: 'file', data: place, mediaType, ...(filename === undefined ? {} : { filename }) }
}

/** Bytes in base64 stand alone; what they are not is an address, or an id that the provider gave. */
function placeOf(ref: string, key: string): Place | null {
  const media = mediaOf(ref)
  if (media.kind === 'data') return { type: 'data', data: media.data }
  if (media.kind === 'id')
    return /^file[-_]/.test(ref) ? { type: 'reference', reference: { [key]: ref } } : { type: 'data', data: ref }
  const url = URL.parse(media.url)
  return url === null || url.protocol === 'data:' ? null : { type: 'url', url }
}

function takes(api: ProviderApi, mediaType: string, place: Place['type']): boolean {
  if (api !== 'chat-completions') return images.includes(mediaType) || mediaType === 'application/pdf'
  if (place === 'url') return images.includes(mediaType)
  return place === 'data' && [...images, ...sounds, 'application/pdf'].includes(mediaType)
}

function placeholder(mediaType: string, filename = mediaType): string {
  if (mediaType.startsWith('image')) return plainText({ kind: 'image', ref: '' }) ?? ''
  if (mediaType.startsWith('audio/')) return plainText({ kind: 'audio', ref: '' }) ?? ''
  return plainText({ kind: 'file', path: filename, way: 'attachment', text: '', ref: '' }) ?? ''
}

function decode(base64: string): string {
  return Buffer.from(base64, 'base64').toString('utf8')
}
