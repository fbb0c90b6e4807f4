import type { Digest } from '../../core/content/digest.ts'
import type { Gone } from '../../history/node.ts'

/**
 * What is left of a content or a document whose text is gone: its row, with the digest, and the counts of its sizes. It
 * stands under the complement of the digest's head, so that whoever looks for the text does not find it, and the text can
 * be stored anew beside it. In place of the text it says how it went.
 */
const texts: { readonly [gone in Gone]: string } = { purged: '', lost: 'lost' }

/** What `nodes.empty` holds for a node whose content is gone; 1 is a node with nothing to send, 0 any other. */
const flags: { readonly [gone in Gone]: number } = { purged: 2, lost: 3 }

/** The text of a tombstone. */
export function tombstoneText(gone: Gone): string {
  return texts[gone]
}

/** How the text of a row went; undefined where it is there. */
export function goneText(json: string): Gone | undefined {
  return json === texts.purged ? 'purged' : json === texts.lost ? 'lost' : undefined
}

/** The flag of a node whose content is gone. */
export function goneFlag(gone: Gone): number {
  return flags[gone]
}

/** How a node's content went, by its flag; undefined where it is there. */
export function flagGone(empty: number): Gone | undefined {
  return empty === flags.purged ? 'purged' : empty === flags.lost ? 'lost' : undefined
}

/** The first 48 bits of a digest, by which a text is found. */
export function headOf(bytes: Uint8Array): number {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).readUIntBE(0, 6)
}

/** Where a tombstone stands instead of under its digest's head. */
export function tombstoneHead(bytes: Uint8Array): number {
  return -1 - headOf(bytes)
}

/** A digest as it is stored; undefined for a text that is none. */
export function digestBytes(digest: Digest): Uint8Array | undefined {
  const bytes = Buffer.from(digest, 'hex')
  return bytes.length === 32 ? bytes : undefined
}
