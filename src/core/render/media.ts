/** Where the bytes behind a `ref` are. */
export type Media =
  /** In the address itself. `data` is base64. */
  | { readonly kind: 'data'; readonly mediaType: string; readonly data: string }
  | { readonly kind: 'url'; readonly url: string }
  /** With the provider, under this id. */
  | { readonly kind: 'id'; readonly id: string }

/** Reads a part's `ref`. A data URL that is not base64 counts as an address, since no provider takes its bytes. */
export function mediaOf(ref: string, mediaType?: string): Media {
  if (ref.startsWith('data:')) {
    const comma = ref.indexOf(',')
    const head = comma === -1 ? '' : ref.slice('data:'.length, comma)
    if (!head.endsWith(';base64')) return { kind: 'url', url: ref }
    const named = head.slice(0, head.indexOf(';')).toLowerCase()
    return { kind: 'data', mediaType: named || (mediaType ?? 'application/octet-stream'), data: ref.slice(comma + 1) }
  }
  return ref.startsWith('https://') || ref.startsWith('http://') ? { kind: 'url', url: ref } : { kind: 'id', id: ref }
}

/** The media type of a part: its own, else that of its data URL; undefined where nothing says. */
export function mediaTypeOf(part: { readonly ref?: string; readonly mediaType?: string }): string | undefined {
  if (part.mediaType !== undefined || part.ref === undefined) return part.mediaType
  const media = mediaOf(part.ref)
  return media.kind === 'data' ? media.mediaType : undefined
}
