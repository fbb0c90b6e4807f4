import { hash } from 'node:crypto'
import type { Json } from '../../core/content/json.ts'
import type { Part, ProviderData, ResultContent } from '../../core/content/part.ts'
import { withFile } from '../../formats/files/file-parts.ts'
import { type FileAccess, fileAccess } from '../../formats/files/file-tools.ts'
import { mentionPieces } from './chat.ts'
import { isRecord, opaque, opaquePiece, type Path, type Piece, withoutCacheHints } from './read-node.ts'
import type { ReadMessage, Sketch } from './reader.ts'

type Block = { readonly [key: string]: unknown }

/** A reader of the AI SDK's messages: what people write for it, and the prompt that it hands to a model. */
export function modelMessageReader(): ReadMessage {
  const files = new Map<string, FileAccess>()
  return (message, index) => {
    const blocks = blocksOf(message.content, [index, 'content'], files)
    const links = { opens: blocks.flatMap(({ opens }) => opens), answers: blocks.flatMap(({ answers }) => answers) }
    const pieces = blocks.map(({ piece }) => piece)
    switch (message.role) {
      case 'system':
        return { author: 'system', pieces }
      case 'user':
        return { author: 'human', pieces: pieces.flatMap(mentionPieces) }
      case 'assistant':
        return { author: 'model', pieces, ...links }
      case 'tool':
        return { author: 'tool', pieces, ...links }
      default:
        return undefined
    }
  }
}

type Linked = { readonly piece: Piece } & Required<Pick<Sketch, 'opens' | 'answers'>>

function blocksOf(content: unknown, path: Path, files: Map<string, FileAccess>): Linked[] {
  if (typeof content === 'string')
    return [linked({ part: { kind: 'text', text: content }, slot: { kind: 'text', path } })]
  if (!Array.isArray(content)) return []
  return content.map((block: unknown, at) =>
    isRecord(block) ? blockOf(block, [...path, at], files) : linked(opaquePiece(block ?? null)),
  )
}

function linked(piece: Piece, links: { readonly opens?: string[]; readonly answers?: string[] } = {}): Linked {
  return { piece, opens: [], answers: [], ...links }
}

function blockOf(block: Block, path: Path, files: Map<string, FileAccess>): Linked {
  const { toolCallId: callId, toolName: name } = block
  switch (block.type) {
    case 'text':
      return linked(textPiece(block, path))
    case 'reasoning':
      return linked({ part: { kind: 'reasoning', text: String(block.text ?? '') }, slot: { kind: 'firm' } })
    case 'image':
    case 'file':
    case 'reasoning-file':
      return linked(filePiece(block, path))
    case 'tool-call': {
      if (typeof callId !== 'string' || typeof name !== 'string') break
      const input = (block.input ?? null) as Json
      const access = fileAccess(name, input)
      if (access) files.set(callId, access)
      return linked({ part: { kind: 'tool-call', callId, name, input }, slot: { kind: 'firm' } }, { opens: [callId] })
    }
    case 'tool-result':
      if (typeof callId !== 'string') break
      return linked(resultPiece(callId, block.output, [...path, 'output'], files.get(callId)), { answers: [callId] })
    case 'tool-approval-request':
      return linked(opaquePiece(block), { opens: [`approval:${block.approvalId}`] })
    case 'tool-approval-response':
      return linked(opaquePiece(block), { answers: [`approval:${block.approvalId}`] })
    default:
  }
  return linked(opaquePiece(block))
}

function textPiece(block: Block, path: Path): Piece {
  if (typeof block.text !== 'string' || block.text === '') return opaquePiece(block)
  const part = { kind: 'text', text: block.text } as const
  const provider = block.providerOptions as ProviderData | undefined
  const own = withoutCacheHints(provider ? { ...part, provider } : part)
  return { part: own, slot: { kind: 'text', path: [...path, 'text'] } }
}

function filePiece(block: Block, path: Path): Piece {
  const data = block.image ?? block.data ?? block.url ?? block.fileId
  const part = mediaPart(block, data)
  const held = isRecord(data) && data.type === 'text' ? 'text' : undefined
  return {
    part,
    slot: part.kind === 'file' && held ? { kind: 'text', path: [...path, 'data', held] } : { kind: 'firm' },
  }
}

/** An image, a sound, or another file; its bytes are told by their digest. */
function mediaPart(block: Block, data: unknown): Exclude<ResultContent, { kind: 'text' }> {
  const mediaType = typeof block.mediaType === 'string' ? block.mediaType : ''
  const kind =
    block.type === 'image' || block.type === 'image-data' || block.type === 'image-url'
      ? 'image'
      : mediaType.split('/')[0]
  if (isRecord(data) && data.type === 'text' && typeof data.text === 'string')
    return { kind: 'file', path: nameOf(block), way: 'attachment', text: data.text }
  const ref = refOf(data)
  if (kind === 'image' || kind === 'audio') return { kind, ref }
  return { kind: 'file', path: nameOf(block), way: 'attachment', text: '', ref }
}

function nameOf({ filename }: Block): string {
  return typeof filename === 'string' && filename !== '' ? filename : 'file'
}

function refOf(data: unknown): string {
  if (typeof data === 'string') return data
  if (data instanceof URL) return data.href
  if (data instanceof Uint8Array) return `bytes:${hash('sha256', data)}`
  if (data instanceof ArrayBuffer) return refOf(new Uint8Array(data))
  if (isRecord(data) && 'data' in data) return refOf(data.data)
  if (isRecord(data) && 'url' in data) return refOf(data.url)
  return JSON.stringify(data) ?? ''
}

function resultPiece(callId: string, output: unknown, path: Path, access: FileAccess | undefined): Piece {
  const { contents, texts } = outputOf(output, path)
  const type = isRecord(output) ? String(output.type) : ''
  const isError = type.startsWith('error')
  const content = withFile(contents, access, { isError })
  const part: Part = { kind: 'tool-result', callId, content, ...(isError ? { isError } : {}) }
  const held = isRecord(output) ? output : {}
  const whole = (text: string): unknown => ({ ...held, type: isError ? 'error-text' : 'text', value: text })
  return { part, slot: { kind: 'result', path, texts, whole } }
}

interface Output {
  readonly contents: readonly ResultContent[]
  readonly texts: readonly (Path | undefined)[]
}

function outputOf(output: unknown, path: Path): Output {
  if (!isRecord(output)) return { contents: [opaque(output ?? null)], texts: [undefined] }
  const { type, value } = output
  if ((type === 'text' || type === 'error-text') && typeof value === 'string')
    return { contents: [{ kind: 'text', text: value }], texts: [[...path, 'value']] }
  if (type === 'json' || type === 'error-json')
    return { contents: [{ kind: 'text', text: JSON.stringify(value) ?? 'null' }], texts: [undefined] }
  if (type !== 'content' || !Array.isArray(value)) return { contents: [opaque(output)], texts: [undefined] }
  const held = value.map((block: unknown, at) => contentOf(block, [...path, 'value', at]))
  return { contents: held.map(({ content }) => content), texts: held.map(({ text }) => text) }
}

function contentOf(block: unknown, path: Path): { readonly content: ResultContent; readonly text?: Path } {
  if (!isRecord(block)) return { content: opaque(block ?? null) }
  if (block.type === 'text' && typeof block.text === 'string' && block.text !== '')
    return { content: { kind: 'text', text: block.text }, text: [...path, 'text'] }
  if (/^(file|image|media)/.test(String(block.type))) {
    const part = mediaPart(block, block.data ?? block.url ?? block.fileId)
    return part.kind === 'file' && part.text !== ''
      ? { content: part, text: [...path, 'data', 'text'] }
      : { content: part }
  }
  return { content: opaque(block) }
}
