import type { Json } from '../../core/content/json.ts'
import type { Part, ResultContent } from '../../core/content/part.ts'
import { withFile } from '../../formats/files/file-parts.ts'
import { type FileAccess, fileAccess } from '../../formats/files/file-tools.ts'
import { tryParseJson } from '../../formats/json.ts'
import { contentPieces, mentionPieces } from './chat.ts'
import { isRecord, opaquePiece, type Path, type Piece, plainText } from './read-node.ts'
import type { ReadMessage, Sketch } from './reader.ts'

type Item = { readonly [key: string]: unknown }

/**
 * A reader of input items of OpenAI's responses. What the model gave back in a row (reasoning, calls, messages) has to be
 * joined: a reasoning item may not lose what follows it.
 */
export function responsesReader(): ReadMessage {
  const files = new Map<string, FileAccess>()
  return (item, index) => {
    if (typeof item.role === 'string') return message(item, index)
    const type = String(item.type)
    if (type.endsWith('_call_output') || type === 'mcp_approval_response') return output(item, index, files)
    return modelItem(item, type, files)
  }
}

function message(item: Item, index: number): Sketch | undefined {
  const pieces = contentPieces(item.content, [index, 'content']).map(withImages)
  switch (item.role) {
    case 'user':
      return { author: 'human', pieces: pieces.flatMap(mentionPieces) }
    case 'assistant':
      return { author: 'model', pieces }
    case 'system':
    case 'developer':
      return { author: 'system', pieces }
    default:
      return undefined
  }
}

/** Images and files have blocks of their own in this interface. */
function withImages(piece: Piece): Piece {
  const { part } = piece
  const block = part.kind === 'text' && part.text === '' ? Object.values(part.provider ?? {})[0] : undefined
  if (block?.type === 'input_image')
    return { part: { kind: 'image', ref: refOf(block.image_url ?? block.file_id) }, slot: { kind: 'firm' } }
  if (block?.type !== 'input_file') return piece
  const ref = refOf(block.file_data ?? block.file_url ?? block.file_id)
  const path = typeof block.filename === 'string' ? block.filename : 'file'
  return { part: { kind: 'file', path, way: 'attachment', text: '', ref }, slot: { kind: 'firm' } }
}

function refOf(value: unknown): string {
  return typeof value === 'string' ? value : 'unknown'
}

function modelItem(item: Item, type: string, files: Map<string, FileAccess>): Sketch {
  const { call_id: callId, name } = item
  const own = typeof callId === 'string' ? callId : typeof item.id === 'string' ? item.id : undefined
  const opens = own !== undefined && (type.endsWith('_call') || type === 'mcp_approval_request') ? [own] : []
  if (type === 'reasoning') {
    const text = [item.summary, item.content]
      .map(plainText)
      .filter((each) => each !== '')
      .join('\n\n')
    return { author: 'model', pieces: [{ part: { kind: 'reasoning', text }, slot: { kind: 'firm' } }] }
  }
  if (type === 'image_generation_call')
    return { author: 'model', pieces: [{ part: { kind: 'image', ref: refOf(item.result) }, slot: { kind: 'firm' } }] }
  const written = item.arguments ?? item.input
  if (own === undefined || typeof name !== 'string' || typeof written !== 'string')
    return { author: 'model', pieces: [opaquePiece(item)], opens }
  const input: Json = (type === 'function_call' ? tryParseJson(written) : undefined) ?? written
  const access = fileAccess(name, input)
  if (access) files.set(own, access)
  return {
    author: 'model',
    pieces: [{ part: { kind: 'tool-call', callId: own, name, input }, slot: { kind: 'firm' } }],
    opens,
  }
}

function screenshot(callId: string, { image_url: url }: Item): Sketch {
  const part: Part = { kind: 'tool-result', callId, content: [{ kind: 'image', ref: refOf(url) }] }
  return { author: 'tool', pieces: [{ part, slot: { kind: 'firm' } }], answers: [callId] }
}

function output(item: Item, index: number, files: ReadonlyMap<string, FileAccess>): Sketch {
  const id = item.call_id ?? item.approval_request_id
  const callId = typeof id === 'string' ? id : ''
  const path: Path = [index, 'output']
  if (isRecord(item.output) && 'image_url' in item.output) return screenshot(callId, item.output)
  if (typeof item.output !== 'string' && !Array.isArray(item.output))
    return { author: 'tool', pieces: [opaquePiece(item)], answers: [callId] }
  const pieces = contentPieces(item.output, path).map(withImages)
  const content = withFile(
    pieces.map(({ part }) => part as ResultContent),
    files.get(callId),
  )
  const texts = pieces.map(({ slot }) => (slot.kind === 'text' ? slot.path : undefined))
  return {
    author: 'tool',
    pieces: [
      { part: { kind: 'tool-result', callId, content }, slot: { kind: 'result', path, texts, whole: (text) => text } },
    ],
    answers: [callId],
  }
}
