import type { Json } from '../../core/content/json.ts'
import type { Part, ResultContent } from '../../core/content/part.ts'
import type { Style } from '../context.ts'
import { firstLine, safeJson, sanitize, sanitizeLine } from './sanitize.ts'

/** What a node says, on one line: its first text, and what it calls or got back. Safe for a terminal, at most 1000 characters. */
export function headline(parts: readonly Part[]): string {
  const lines = parts.map(headlineOf).filter((line) => line !== '')
  return lines.slice(0, 8).join('  ').slice(0, 1000)
}

function headlineOf(part: Part): string {
  switch (part.kind) {
    case 'text':
      return firstLine(part.text)
    case 'reasoning':
      return part.text.trim() === '' ? '' : `(reasoning) ${firstLine(part.text)}`
    case 'tool-call':
      return `→ ${sanitizeLine(part.name)} ${firstLine(JSON.stringify(part.input))}`
    case 'tool-result':
      return `← ${part.isError === true ? 'error: ' : ''}${part.content.map(headlineOf).join('  ')}`
    case 'file':
      return `[${part.way} ${fileName(part)}]`
    case 'image':
    case 'audio':
      return `[${part.kind}]`
    default:
      return part satisfies never
  }
}

/** The parts of a node in full, as lines: a line that names the part, and what it holds. Plain text stands by itself. */
export function partLines(parts: readonly Part[], style: Style): string[] {
  return parts.flatMap((part, i) => {
    const lines = linesOf(part, style)
    return i === 0 ? lines : ['', ...lines]
  })
}

function linesOf(part: Part, style: Style): string[] {
  const head = (...words: readonly (string | undefined)[]): string =>
    style.dim(
      `── ${words
        .filter((word) => word !== undefined && word !== '')
        .map((word) => sanitizeLine(word ?? ''))
        .join(' ')}`,
    )
  switch (part.kind) {
    case 'text':
      return part.text === '' && part.provider !== undefined
        ? [head('provider data'), ...jsonLines(part.provider)]
        : sanitize(part.text).split('\n')
    case 'reasoning':
      return [head('reasoning'), ...sanitize(part.text).split('\n')]
    case 'tool-call':
      return [head('tool-call', part.name, part.callId), ...jsonLines(part.input)]
    case 'tool-result':
      return [
        head(
          'tool-result',
          part.name,
          part.callId,
          part.isError === true ? 'error' : '',
          part.filled === true ? 'filled in' : '',
        ),
        ...part.content.flatMap((content: ResultContent) => linesOf(content, style)),
      ]
    case 'file':
      return [head('file', part.way, fileName(part)), ...(part.text === '' ? [] : sanitize(part.text).split('\n'))]
    case 'image':
    case 'audio':
      return [head(part.kind, part.mediaType), shortReference(part.ref)]
    default:
      return part satisfies never
  }
}

function fileName({ path, range }: Extract<Part, { kind: 'file' }>): string {
  return sanitizeLine(range === undefined ? path : `${path}:${range.from}-${range.to}`)
}

function jsonLines(value: Json): string[] {
  return safeJson(value).split('\n')
}

/** A data URL is not shown whole. */
function shortReference(reference: string): string {
  return sanitizeLine(
    reference.length > 120 ? `${reference.slice(0, 60)}… (${reference.length} characters)` : reference,
  )
}
