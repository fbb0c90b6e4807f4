import type { Json, JsonObject } from '../../core/content/json.ts'
import type { FilePart, Part, ResultContent, TextPart, ToolResultPart } from '../../core/content/part.ts'
import type { NodeDraft } from '../draft.ts'
import { withFile } from '../files/file-parts.ts'
import { fileAccess } from '../files/file-tools.ts'
import { numberedLines } from '../files/lines.ts'
import { slashes, withMentions } from '../mentions.ts'
import { callOf } from '../openai/parts.ts'
import { isObject, listOf, timeField } from '../shape.ts'

/** An answer of the model and the calls recorded behind it, each with its place in the file. */
export interface Step {
  readonly answer: JsonObject
  readonly calls: { readonly number: number; readonly call: JsonObject }[]
}

/** A draft with what its key is made of. */
export interface KeyedDraft extends NodeDraft {
  readonly said: Json
}

/** Whether a call is the platform's own, about its memory, and none of the agent's. */
export function isOwn(input: Json | undefined): boolean {
  const text = JSON.stringify(input ?? null)
  return text.includes('/memory') || text.includes('_flush_')
}

/** The task: a text, or messages of which each is a node. */
export function draftsOfPrompt(prompt: Json): KeyedDraft[] {
  const messages = typeof prompt === 'string' ? [{ role: 'user', content: prompt }] : listOf(prompt)
  return messages.flatMap((message): KeyedDraft[] => {
    if (!isObject(message)) return []
    const texts = typeof message.content === 'string' ? [message.content] : listOf(message.content).flatMap(textIn)
    const parts = texts.map((text): TextPart => ({ kind: 'text', text }))
    if (parts.length === 0) return []
    const author = message.role === 'system' ? 'system' : message.role === 'assistant' ? 'model' : 'human'
    return [{ suffix: '', author, parts: author === 'human' ? parts.flatMap(withMentions) : parts, said: message }]
  })
}

/** The model's node with all calls of the step, and a tool node with their results. Nothing where it said nothing. */
export function draftsOfStep({ answer, calls }: Step): KeyedDraft[] {
  const output = isObject(answer.output) ? answer.output : {}
  const parts: Part[] = []
  if (typeof output.content === 'string' && output.content.trim() !== '')
    parts.push({ kind: 'text', text: output.content })
  for (const { number, call } of calls)
    parts.push({ kind: 'tool-call', callId: `call_${number}`, name: nameOf(call), input: call.arguments ?? {} })
  if (calls.length === 0) parts.push(...listOf(output.tool_calls).map(callOf))
  if (parts.length === 0) return []
  const model = typeof answer.model === 'string' ? { authorId: answer.model } : {}
  const said: KeyedDraft = { suffix: '', author: 'model', ...model, parts, said: [answer, calls.length] }
  const results = calls.map(({ number, call }) => resultOf(`call_${number}`, call))
  if (results.length === 0) return [said]
  const last = calls.at(-1)?.call.timestamp
  const written = calls.map(({ call }) => call)
  return [said, { suffix: '', author: 'tool', parts: results, ...timeField(last), said: written }]
}

function resultOf(callId: string, call: JsonObject): ToolResultPart {
  const name = nameOf(call)
  const input = call.arguments ?? {}
  const text = textOf(call.result)
  const contents: readonly ResultContent[] = text === '' ? [] : [{ kind: 'text', text }]
  const content = severalFiles(text, input) ?? withFile(contents, fileAccess(name, input))
  return { kind: 'tool-result', callId, name, content }
}

/** The output and then the errors of a command; another object as JSON. */
function textOf(result: Json | undefined): string {
  if (result === undefined || result === null) return ''
  if (typeof result === 'string') return result
  if (!isObject(result) || !('stdout' in result || 'stderr' in result)) return JSON.stringify(result)
  return [result.stdout, result.stderr].filter((piece) => typeof piece === 'string' && piece !== '').join('\n')
}

/** The files of one read, each under a line `=== path ===`. Undefined where the result is not of this kind. */
function severalFiles(text: string, input: Json): readonly FilePart[] | undefined {
  const asked = isObject(input) ? listOf(input.filePaths ?? input.paths) : []
  const parts: FilePart[] = []
  let from = text.length
  for (const path of asked.toReversed()) {
    const start = typeof path === 'string' ? text.lastIndexOf(`=== ${path} ===\n`, from - 1) : -1
    if (typeof path !== 'string' || start === -1) return undefined
    const shown = text.slice(start, from)
    const range = numberedLines(shown)
    const whole = range === undefined || range.from === 1
    parts.push({ kind: 'file', path: slashes(path), way: 'read', text: shown, ...(whole ? {} : { range }) })
    from = start
  }
  return parts.length > 0 && from === 0 ? parts.toReversed() : undefined
}

function textIn(block: Json): string[] {
  return isObject(block) && typeof block.text === 'string' ? [block.text] : []
}

function nameOf({ tool }: JsonObject): string {
  return typeof tool === 'string' && tool !== '' ? tool : 'tool'
}
