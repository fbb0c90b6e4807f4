import { createHash } from 'node:crypto'
import type { JsonObject } from '../../core/content/json.ts'
import type { Cached } from './cached-prefixes.ts'
import { isObject } from './json-body.ts'
import { callText } from './prompt.ts'
import type { ReplyPart } from './reply.ts'

/** A part of an answer with everything that goes out of it. */
export type AnswerPiece =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'reasoning'; readonly text: string; readonly signature: string }
  | { readonly kind: 'tool-call'; readonly id: string; readonly name: string; readonly input: string }

/** Why an answer ends. */
export type Finish = 'stop' | 'length' | 'tool-calls' | 'content-filter'

/** An answer before it is put in the words of a wire. */
export interface Answer {
  /** 24 hexadecimal digits; ids of the answer begin with what the provider puts before them. */
  readonly id: string
  readonly model: string
  /** Unix seconds. */
  readonly created: number
  readonly request: JsonObject
  readonly parts: readonly AnswerPiece[]
  readonly finish: Finish
  readonly usage: AnswerUsage
}

/** Tokens in and out. `output` includes `reasoning`. */
export interface AnswerUsage extends Cached {
  readonly output: number
  readonly reasoning: number
}

/** The parts as they go out: calls without an id and reasoning without a signature get one made from the answer's id. */
export function answerPieces(parts: readonly ReplyPart[], id: string, callPrefix: string): readonly AnswerPiece[] {
  return parts.map((part, index) => {
    if (part.kind === 'text') return part
    const own = digest(`${id} ${index}`)
    if (part.kind === 'reasoning') return { ...part, signature: part.signature ?? Buffer.from(own).toString('base64') }
    return {
      kind: part.kind,
      name: part.name,
      input: written(part.input),
      id: part.id ?? `${callPrefix}${own.slice(0, 24)}`,
    }
  })
}

/** What the parts take, in tokens. */
export function outputOf(
  parts: readonly AnswerPiece[],
  count: (text: string) => number,
): Pick<AnswerUsage, 'output' | 'reasoning'> {
  const sum = (kind: AnswerPiece['kind']): number =>
    parts.reduce((size, part) => (part.kind === kind ? size + count(spoken(part)) : size), 0)
  const reasoning = sum('reasoning')
  return { output: reasoning + sum('text') + sum('tool-call'), reasoning }
}

/** 64 hexadecimal digits. */
export function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

function spoken(part: AnswerPiece): string {
  return part.kind === 'tool-call' ? callText(part.name, part.input) : part.text
}

function written(input: Extract<ReplyPart, { kind: 'tool-call' }>['input']): string {
  const raw = isObject(input) && Object.keys(input).length === 1 ? input.raw : undefined
  return typeof raw === 'string' ? raw : JSON.stringify(input)
}
