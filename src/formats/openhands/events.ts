import type { Json, JsonObject } from '../../core/content/json.ts'
import type { Part } from '../../core/content/part.ts'
import type { ToolDefinition } from '../../core/render/message.ts'
import type { MessageReader } from '../chat/read.ts'
import type { NodeDraft } from '../draft.ts'
import { withMentions } from '../mentions.ts'
import { messageReader } from '../openai/message.ts'
import { toolsOf } from '../openai/openai.ts'
import { isObject, listOf, timeField } from '../shape.ts'
import { type Joint, jointOf } from './joint.ts'

/** What the events say about the whole run. It is known before the first node. */
export interface Beginning {
  readonly system?: string
  readonly tools?: readonly ToolDefinition[]
  readonly model?: string
  readonly createdAt?: number
  readonly problems: readonly string[]
}

/** Reads events in order. */
export interface EventReader {
  readonly beginning: Beginning
  /** The event's nodes; none where a model was sent nothing of it; what is wrong with it, in words. */
  read(event: JsonObject): readonly NodeDraft[] | string
}

/** Events between the tool and its agent, which are no part of what a model was sent. */
const silent: ReadonlySet<string> = new Set([
  ...['agent_state_changed', 'change_agent_state', 'recall', 'null', 'condensation', 'condensation_request', 'pause'],
  ...['resume', 'success', 'loop_detection_recovery', 'task_tracking', 'start', 'stop', 'summarize'],
])

/** What an event carries along. */
interface Reading {
  readonly read: MessageReader
  /** The answers of the model that are there already: one answer may be several events. */
  readonly answers: Set<string>
  /** Ids of calls that were made up for actions without one, newest last. */
  waiting: string[]
  number: number
}

/** A reader for one run. */
export function eventReader(): EventReader {
  const reading: Reading = { read: messageReader(), answers: new Set(), waiting: [], number: 0 }
  let beginning: Beginning = { problems: [] }
  return {
    get beginning() {
      return beginning
    },
    read(event) {
      reading.number++
      const time = timeField(event.timestamp)
      if (event.action === 'system') {
        if (beginning.system === undefined) beginning = { ...beginning, ...systemOf(event), ...time }
        return []
      }
      if (typeof event.action === 'string') return actionOf(event, event.action, reading)
      if (typeof event.observation === 'string') return observationOf(event, event.observation, reading)
      return []
    },
  }
}

function systemOf({ args, message }: JsonObject): Beginning {
  const { content, tools } = isObject(args) ? args : {}
  const text = content ?? message
  return { ...(typeof text === 'string' ? { system: text } : {}), ...toolsOf(listOf(tools)) }
}

function actionOf(event: JsonObject, action: string, reading: Reading): readonly NodeDraft[] | string {
  const args = isObject(event.args) ? event.args : {}
  const time = timeField(event.timestamp)
  const joint = jointOf(event.tool_call_metadata)
  if (action === 'message' && event.source === 'user') {
    const images = listOf(args.image_urls).filter((url) => typeof url === 'string')
    const text = textOf(args.content ?? event.message)
    const parts: Part[] = [...text, ...images.map((ref): Part => ({ kind: 'image', ref }))]
    return parts.length === 0 ? [] : [{ suffix: '', author: 'human', parts: parts.flatMap(withMentions), ...time }]
  }
  if (event.source === 'user' || silent.has(action)) return []
  if (joint) return answerOf(joint, textOf(args.thought), time, reading)
  if (action === 'message' || action === 'finish' || action === 'reject' || action === 'think') {
    const parts = textOf(args.content ?? args.final_thought ?? args.thought ?? event.message)
    return parts.length === 0 ? [] : [{ suffix: '', author: 'model', parts, ...time }]
  }
  const callId = `action_${typeof event.id === 'number' ? event.id : `at_${reading.number}`}`
  const { thought, ...input } = args
  reading.waiting.push(callId)
  const call: Part = { kind: 'tool-call', callId, name: action, input }
  return [{ suffix: '', author: 'model', parts: [...textOf(thought), call], ...time }]
}

/** The model's answer as it was: its text and all its calls, once. */
function answerOf(
  { answer, message, callId, name, model }: Joint,
  thought: readonly Part[],
  time: { readonly createdAt?: number },
  reading: Reading,
): readonly NodeDraft[] | string {
  if (reading.answers.has(answer)) return []
  reading.answers.add(answer)
  if (message) {
    const drafts = reading.read({ ...message, role: 'assistant' }, callId)
    if (typeof drafts === 'string') return drafts
    const calls = drafts.some(({ parts }) => parts.some((part) => part.kind === 'tool-call' && part.callId === callId))
    if (calls) return drafts.map((draft) => ({ ...draft, ...(model ? { authorId: model } : {}), ...time }))
  }
  const call: Part = { kind: 'tool-call', callId, name, input: {} }
  return [{ suffix: '', author: 'model', parts: [...thought, call], ...time }]
}

function observationOf(event: JsonObject, observation: string, reading: Reading): readonly NodeDraft[] | string {
  const time = timeField(event.timestamp)
  const joint = jointOf(event.tool_call_metadata)
  const content = typeof event.content === 'string' ? event.content : ''
  const callId = joint?.callId ?? madeUp(event, reading)
  if (callId !== undefined) {
    const message = { role: 'tool', tool_call_id: callId, content, ...(joint ? { name: joint.name } : {}) }
    const drafts = reading.read(message, callId)
    return typeof drafts === 'string' ? drafts : drafts.map((draft) => ({ ...draft, ...time }))
  }
  if (observation === 'recall') return knowledgeOf(event.extras, time)
  if (silent.has(observation)) return []
  const parts = textOf(content)
  return parts.length === 0 ? [] : [{ suffix: '', author: 'system', parts, ...time }]
}

/** The id of the action without a call of its own that an observation answers: the one it names, else the last. */
function madeUp({ cause }: JsonObject, reading: Reading): string | undefined {
  const named = typeof cause === 'number' ? `action_${cause}` : reading.waiting.at(-1)
  if (named === undefined || !reading.waiting.includes(named)) return undefined
  reading.waiting = reading.waiting.filter((id) => id !== named)
  return named
}

/** What was called to mind about the workspace, where there was anything. */
function knowledgeOf(extras: Json | undefined, time: { readonly createdAt?: number }): readonly NodeDraft[] {
  if (!isObject(extras)) return []
  const knowledge = listOf(extras.microagent_knowledge).map((each) => (isObject(each) ? each.content : each))
  const parts = [extras.repo_instructions, extras.additional_agent_instructions, ...knowledge].flatMap(textOf)
  return parts.length === 0 ? [] : [{ suffix: '', author: 'system', parts, ...time }]
}

function textOf(value: Json | undefined): readonly Part[] {
  return typeof value === 'string' && value.trim() !== '' ? [{ kind: 'text', text: value }] : []
}
