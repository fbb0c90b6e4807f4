import type { Measure } from '../../src/core/content/measure.ts'
import type { Block, Message, ReplayRequest } from './request.ts'

const perMessage = 4

/** A piece of a request that a provider's cache keeps or not. */
export interface Piece {
  /** Equal pieces have equal keys. */
  readonly key: number
  readonly size: number
  /** It carries a cache breakpoint. */
  readonly marked: boolean
}

/** What stands ahead of the messages of a request. */
export type Frame = Pick<ReplayRequest, 'tools' | 'system'>

/** Counts requests. A text is counted once, and what is counted is taken as unchanging. */
export interface Sizes {
  /** The text of a text, a result or reasoning; the name and the input of a call. */
  ofBlock(block: Block): number
  /** All its blocks, and 4. */
  ofMessage(message: Message): number
  ofFrame(frame: Frame): number
  /** Tools, system parts and message parts, in order. The 4 of a message are in its first part. */
  pieces(request: Frame & Pick<ReplayRequest, 'messages'>): Piece[]
}

type Markable = { readonly cache_control?: unknown; readonly [key: string]: unknown }

/** Sizes in a measure, with a memory of their own. */
export function sizesIn(measure: Measure): Sizes {
  const keys = new Map<string, number>()
  const counts = new Map<string, number>()
  const known = new WeakMap<object, Piece>()

  function keyOf(text: string): number {
    const key = keys.get(text) ?? keys.size
    keys.set(text, key)
    return key
  }

  function count(text: string): number {
    const counted = counts.get(text) ?? measure.count(text)
    counts.set(text, counted)
    return counted
  }

  function piece(held: Markable, textIn: (json: string) => string): Piece {
    const before = known.get(held)
    if (before) return before
    const { cache_control: mark, ...plain } = held
    const json = JSON.stringify(plain)
    const made = { key: keyOf(json), size: count(textIn(json)), marked: mark !== undefined }
    known.set(held, made)
    return made
  }

  const blockPiece = (block: Block): Piece => piece(block, () => countedText(block))
  const placed = ({ key, size, marked }: Piece, role: string, place = 0): Piece => ({
    key: keyOf(`${role} ${place} ${key}`),
    size,
    marked,
  })

  function framePieces({ tools, system }: Frame): Piece[] {
    const parts = typeof system === 'string' ? [{ type: 'text' as const, text: system }] : system
    return [
      ...tools.map((tool) =>
        placed(
          piece(tool, (json) => json),
          'tool',
        ),
      ),
      ...parts.filter(({ text }) => text !== '').map((part) => placed(blockPiece(part), 'system')),
    ]
  }

  function messagePieces({ role, content }: Message): Piece[] {
    return content.map((block, place) => {
      const { size, ...rest } = placed(blockPiece(block), role, place)
      return { ...rest, size: place === 0 ? size + perMessage : size }
    })
  }

  return {
    ofBlock: (block) => blockPiece(block).size,
    ofMessage: ({ content }) => content.reduce((sum, block) => sum + blockPiece(block).size, perMessage),
    ofFrame: (frame) => framePieces(frame).reduce((sum, { size }) => sum + size, 0),
    pieces: (request) => [...framePieces(request), ...request.messages.flatMap(messagePieces)],
  }
}

/** What is counted of a block; nothing of images and documents. */
function countedText(block: Block): string {
  switch (block.type) {
    case 'text':
      return block.text
    case 'thinking':
      return block.thinking
    case 'tool_use':
      return block.name + JSON.stringify(block.input)
    case 'tool_result':
      return resultText(block)
    default:
      return ''
  }
}

/** The texts of a result, joined. */
export function resultText({ content = '' }: Extract<Block, { type: 'tool_result' }>): string {
  if (typeof content === 'string') return content
  return content.map((part) => (part.type === 'text' ? part.text : '')).join('')
}
