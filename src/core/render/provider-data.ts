import type { JsonObject } from '../content/json.ts'
import type { Part } from '../content/part.ts'

/** What a provider said about a part; undefined where it said nothing. */
export function dataOf(part: Part, provider: string): JsonObject | undefined {
  const data = part.provider
  return data !== undefined && Object.hasOwn(data, provider) ? data[provider] : undefined
}

/** A block with its provider's own data laid over it. */
export function withData<Block extends object>(block: Block, data: JsonObject | undefined): Block {
  return data === undefined ? block : { ...block, ...data }
}

/**
 * A block with its provider's own data laid over it, or, where the data name another type, these alone: a block as it
 * came, which nobody but the provider understands.
 */
export function ownBlock<Block extends { readonly type: string }>(block: Block, data: JsonObject | undefined): Block {
  const isWhole = typeof data?.type === 'string' && data.type !== block.type
  return isWhole ? ({ ...data } as object as Block) : withData(block, data)
}

/** Whether a part is blank text. With provider data it stands for a block that only its provider understands. */
export function isOpaque(part: Part): boolean {
  return part.kind === 'text' && part.text.trim() === ''
}

/**
 * Whether a part has something to say to this provider: an empty file has not, and blank text only as a block of the
 * provider's own.
 */
export function speaksTo(part: Part, provider: string): boolean {
  if (part.kind === 'file') return !isEmptyFile(part)
  return !isOpaque(part) || typeof dataOf(part, provider)?.type === 'string'
}

/** Whether a part is a text file with nothing in it, which no provider takes as text. */
export function isEmptyFile(part: Part): boolean {
  return part.kind === 'file' && part.ref === undefined && part.text.trim() === ''
}
