import type { Json } from '../../core/content/json.ts'
import type { Part } from '../../core/content/part.ts'
import { partsOf } from '../../formats/anthropic/blocks.ts'
import { withFile } from '../../formats/files/file-parts.ts'
import { type FileAccess, fileAccess } from '../../formats/files/file-tools.ts'
import { mentionPieces } from './chat.ts'
import { isRecord, opaquePiece, type Path, type Piece, type Slot, withoutCacheHints } from './read-node.ts'
import type { ReadMessage, Sketch } from './reader.ts'

/** A reader of Anthropic's messages. */
export function anthropicReader(): ReadMessage {
  const files = new Map<string, FileAccess>()
  return (message, index) => {
    const pieces = piecesOf(message.content, [index, 'content'])
    switch (message.role) {
      case 'user':
        return userSketch(pieces, files)
      case 'assistant':
        return assistant(pieces, files)
      case 'system':
        return { author: 'system', pieces }
      default:
        return undefined
    }
  }
}

function piecesOf(content: unknown, path: Path): Piece[] {
  if (typeof content === 'string') return [{ part: { kind: 'text', text: content }, slot: { kind: 'text', path } }]
  if (!Array.isArray(content)) return []
  return content.map((block: unknown, at): Piece => {
    const [part] = partsOf([block as Json])
    if (part === undefined) return opaquePiece(block ?? null)
    const own = withoutCacheHints(part)
    return { part: own, slot: slotOf(own, block, [...path, at]) }
  })
}

function slotOf(part: Part, block: unknown, path: Path): Slot {
  if (part.kind === 'tool-result' && isRecord(block)) {
    const held: Path = [...path, 'content']
    const texts =
      typeof block.content === 'string' ? [held] : part.content.map((each, at) => textPath(each, [...held, at]))
    return { kind: 'result', path: held, texts, whole: (text) => text }
  }
  const text = typeof block === 'string' ? path : textPath(part, path)
  return text === undefined ? { kind: 'firm' } : { kind: 'text', path: text }
}

function textPath(part: Part, path: Path): Path | undefined {
  if (part.kind === 'text' && part.text !== '') return [...path, 'text']
  return part.kind === 'file' && part.text !== '' ? [...path, 'source', 'data'] : undefined
}

function assistant(pieces: readonly Piece[], files: Map<string, FileAccess>): Sketch {
  const opens: string[] = []
  for (const { part } of pieces) {
    if (part.kind !== 'tool-call') continue
    opens.push(part.callId)
    const access = fileAccess(part.name, part.input)
    if (access) files.set(part.callId, access)
  }
  return { author: 'model', pieces, opens }
}

/**
 * A message is one node, so that results keep what stands beside them. A person speaks in it unless there is nothing but results, or
 * what a program says in tags.
 */
function userSketch(pieces: readonly Piece[], files: ReadonlyMap<string, FileAccess>): Sketch {
  const answers = pieces.flatMap(({ part }) => (part.kind === 'tool-result' ? [part.callId] : []))
  const isSaid =
    answers.length === 0 || pieces.some(({ part }) => part.kind === 'text' && !/^\s*(?:<|$)/.test(part.text))
  return {
    author: isSaid ? 'human' : 'tool',
    pieces: pieces.flatMap((piece) => mentionPieces({ ...piece, part: withFiles(piece.part, files) })),
    answers,
  }
}

function withFiles(part: Part, files: ReadonlyMap<string, FileAccess>): Part {
  if (part.kind !== 'tool-result') return part
  const { callId, content, isError = false } = part
  return { ...part, content: withFile(content, files.get(callId), { isError }) }
}
