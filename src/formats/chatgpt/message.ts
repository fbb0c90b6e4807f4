import type { JsonObject } from '../../core/content/json.ts'
import type { Part, ResultContent, ToolCallPart } from '../../core/content/part.ts'
import type { NodeDraft } from '../draft.ts'
import { tryParseJson } from '../json.ts'
import { describeShape, listOf, timeField } from '../shape.ts'
import { attachmentsOf, type ContentPart, contentOf } from './parts.ts'
import { type MessageShape, messageShape } from './shapes.ts'

/** A call on the path that no result has answered yet. */
export interface OpenCall {
  readonly callId: string
  /** Whom the call was addressed to, such as `python` or `web.run`. */
  readonly recipient: string
}

/** What one message comes to, and the calls that are open behind it. No draft: there is nothing in it to keep. */
export interface Read {
  readonly drafts: readonly NodeDraft[]
  readonly open: readonly OpenCall[]
  /** What could not be taken in, in words that continue a sentence about the message. */
  readonly problem?: string
}

/** So many open calls are remembered on a path. */
const maxOpen = 32

/**
 * Reads a message. One to a recipient is a tool call; one by a tool is the result of the latest open call to it, and
 * stays as it is where there is none. Hidden system messages are not kept.
 */
export function readMessage(id: string, message: JsonObject, open: readonly OpenCall[]): Read {
  const { data, error } = messageShape.safeParse(message)
  if (!data) return { drafts: [], open, problem: describeShape(error) }
  const { role, name } = data.author
  const hidden = data.metadata?.is_visually_hidden_from_conversation === true
  if (role === 'system' && hidden && data.content?.content_type !== 'user_editable_context') return { drafts: [], open }
  const attachments = listOf(data.metadata?.attachments)
  const content = data.content ? contentOf(data.content, attachments) : []
  if (!content) {
    const type = String(data.content?.content_type)
    return { drafts: [], open, problem: `content of type "${type}" is not known` }
  }
  const parts = [...content, ...attachmentsOf(attachments, content)]
  const time = timeField(data.create_time)
  if (data.content?.content_type === 'user_editable_context') return keep({ author: 'system', parts, ...time }, open)
  switch (role) {
    case 'system':
      return keep({ author: 'system', parts, ...time }, open)
    case 'user':
      return keep({ author: 'human', ...(name ? { authorId: name } : {}), parts, ...time }, [])
    case 'assistant':
      return model(id, data, parts, open)
    case 'tool':
      return result(data, parts, open)
    default:
      return { drafts: [], open, problem: `the role "${role}" is not known` }
  }
}

function keep(draft: Omit<NodeDraft, 'suffix'>, open: readonly OpenCall[]): Read {
  return { drafts: draft.parts.length === 0 ? [] : [{ suffix: '', ...draft }], open }
}

function model(id: string, message: MessageShape, content: readonly ContentPart[], open: readonly OpenCall[]): Read {
  const slug = message.metadata?.model_slug
  const base = {
    author: 'model' as const,
    ...(typeof slug === 'string' && slug !== '' ? { authorId: slug } : {}),
    ...timeField(message.create_time),
  }
  const { recipient } = message
  if (!recipient || recipient === 'all') return keep({ ...base, parts: content }, open)
  const said = content.flatMap((part) => (part.kind === 'text' ? [part.text] : [])).join('\n')
  const parsed = /^\s*[{[]/.test(said) ? tryParseJson(said) : undefined
  const call: ToolCallPart = { kind: 'tool-call', callId: `call_${id}`, name: recipient, input: parsed ?? said }
  const parts: Part[] = [...content.filter(({ kind }) => kind !== 'text'), call]
  return keep({ ...base, parts }, [...open, { callId: call.callId, recipient }].slice(-maxOpen))
}

function result(message: MessageShape, content: readonly ContentPart[], open: readonly OpenCall[]): Read {
  const name = message.author.name ?? ''
  const time = timeField(message.create_time)
  const answered = open.findLast(({ recipient }) => isSameTool(recipient, name)) ?? onlyOne(open, name)
  if (!answered) return keep({ author: 'tool', parts: content, ...time }, open)
  const contents = content.filter((part): part is ResultContent => part.kind !== 'reasoning')
  const part: Part = {
    kind: 'tool-result',
    callId: answered.callId,
    ...(name === '' ? {} : { name }),
    content: contents,
    ...(message.content?.content_type === 'system_error' ? { isError: true } : {}),
  }
  return keep(
    { author: 'tool', parts: [part], ...time },
    open.filter((call) => call !== answered),
  )
}

/** A tool answers under its own name or that of its function: `web` for `web.run`, or the other way round. */
function isSameTool(recipient: string, name: string): boolean {
  return recipient === name || recipient.startsWith(`${name}.`) || name.startsWith(`${recipient}.`)
}

function onlyOne(open: readonly OpenCall[], name: string): OpenCall | undefined {
  return name === '' && open.length === 1 ? open[0] : undefined
}
