import type { FilePart, Part, ProviderData, TextPart } from '../core/content/part.ts'

const opening = /<file_content path="([^"\n]+)">/g
const closing = '</file_content>'

/**
 * A person's text with the files that were pasted into it as `<file_content path="…">…</file_content>` split out. The
 * texts of the pieces, joined, are the text as it was. Provider data goes with the last piece.
 */
export function splitMentions(text: string, provider?: ProviderData): (TextPart | FilePart)[] {
  const pieces: (TextPart | FilePart)[] = []
  let end = 0
  for (const match of text.matchAll(opening)) {
    if (match.index < end) continue
    const close = text.indexOf(closing, match.index + match[0].length)
    if (close === -1) break
    if (match.index > end) pieces.push({ kind: 'text', text: text.slice(end, match.index) })
    end = close + closing.length
    pieces.push({ kind: 'file', path: slashes(match[1] ?? ''), way: 'mention', text: text.slice(match.index, end) })
  }
  if (end < text.length || pieces.length === 0) pieces.push({ kind: 'text', text: text.slice(end) })
  const last = pieces.pop()
  if (last) pieces.push(provider ? { ...last, provider } : last)
  return pieces
}

/** A part a person wrote, with its mentions split out. */
export function withMentions(part: Part): readonly Part[] {
  return part.kind === 'text' && part.text !== '' ? splitMentions(part.text, part.provider) : [part]
}

/** A path with forward slashes. */
export function slashes(path: string): string {
  return path.replaceAll('\\', '/')
}
