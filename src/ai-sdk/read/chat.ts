import type { Json, JsonObject } from '../../core/content/json.ts'
import type { Part, ResultContent } from '../../core/content/part.ts'
import { withFile } from '../../formats/files/file-parts.ts'
import { type FileAccess, fileAccess } from '../../formats/files/file-tools.ts'
import { withMentions } from '../../formats/mentions.ts'
import { callOf, contentOf, functionCallOf } from '../../formats/openai/parts.ts'
import { isRecord, opaquePiece, type Path, type Piece, withoutCacheHints } from './read-node.ts'
import type { ReadMessage, Sketch } from './reader.ts'

/** A reader of OpenAI's chat messages, and of plain ones that all providers take. */
export function chatReader(): ReadMessage {
  const files = new Map<string, FileAccess>()
  const functions = new Map<string, string>()
  return (message, index) => {
    const path: Path = [index, 'content']
    switch (message.role) {
      case 'system':
      case 'developer':
        return { author: 'system', pieces: contentPieces(message.content, path) }
      case 'user':
        return { author: 'human', pieces: contentPieces(message.content, path).flatMap(mentionPieces) }
      case 'assistant':
        return assistant(message, index, { files, functions })
      case 'tool':
      case 'function':
        return resultOf(message, path, { files, functions })
      default:
        return undefined
    }
  }
}

interface Calls {
  readonly files: Map<string, FileAccess>
  /** The last call of the old kind by name. */
  readonly functions: Map<string, string>
}

/** A message's content, a text or a list of blocks, as pieces. */
export function contentPieces(content: unknown, path: Path): Piece[] {
  if (typeof content === 'string') return [{ part: { kind: 'text', text: content }, slot: { kind: 'text', path } }]
  if (!Array.isArray(content)) return []
  return content.map((block: unknown, at): Piece => {
    const [part] = contentOf([block as Json])
    if (part === undefined) return opaquePiece(block ?? null)
    const own = withoutCacheHints(part)
    if (own.kind !== 'text' || own.text === '') return { part: own, slot: { kind: 'firm' } }
    return {
      part: own,
      slot: { kind: 'text', path: typeof block === 'string' ? [...path, at] : [...path, at, 'text'] },
    }
  })
}

/** A person's text with the files that were pasted into it; together they are one text. */
export function mentionPieces({ part, slot }: Piece): Piece[] {
  return slot.kind === 'text' ? withMentions(part).map((each) => ({ part: each, slot })) : [{ part, slot }]
}

function assistant(message: JsonObject | { readonly [key: string]: unknown }, index: number, calls: Calls): Sketch {
  const pieces: Piece[] = []
  const opens: string[] = []
  for (const field of ['reasoning_content', 'reasoning']) {
    const text = message[field]
    if (typeof text === 'string' && text !== '')
      pieces.push({ part: { kind: 'reasoning', text }, slot: { kind: 'firm' } })
  }
  pieces.push(...contentPieces(message.content, [index, 'content']))
  if (message.refusal) pieces.push(opaquePiece({ refusal: message.refusal }))
  if (isRecord(message.audio))
    pieces.push({ part: { kind: 'audio', ref: String(message.audio.id) }, slot: { kind: 'firm' } })
  const parts: Part[] = Array.isArray(message.tool_calls)
    ? message.tool_calls.map((call: unknown) => callOf(call as Json))
    : []
  if (isRecord(message.function_call)) {
    const call = functionCallOf(message.function_call as JsonObject, `function:${index}`)
    if (call) calls.functions.set(call.name, call.callId)
    parts.push(call ?? opaquePiece(message.function_call).part)
  }
  for (const part of parts) {
    pieces.push({ part: withoutCacheHints(part), slot: { kind: 'firm' } })
    if (part.kind !== 'tool-call') continue
    opens.push(part.callId)
    const access = fileAccess(part.name, part.input)
    if (access) calls.files.set(part.callId, access)
  }
  return { author: 'model', pieces, opens }
}

function resultOf(message: { readonly [key: string]: unknown }, path: Path, calls: Calls): Sketch | undefined {
  const { name, tool_call_id: id } = message
  const callId = typeof id === 'string' ? id : typeof name === 'string' ? calls.functions.get(name) : undefined
  if (callId === undefined) return undefined
  const pieces = contentPieces(message.content, path)
  const content = withFile(
    pieces.map(({ part }) => part as ResultContent),
    calls.files.get(callId),
  )
  const texts = pieces.map(({ slot }) => (slot.kind === 'text' ? slot.path : undefined))
  const part: Part = { kind: 'tool-result', callId, content }
  const piece: Piece = { part, slot: { kind: 'result', path, texts, whole: (text) => text } }
  return { author: 'tool', pieces: [piece], answers: [callId] }
}
