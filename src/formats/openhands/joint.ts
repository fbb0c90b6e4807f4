import type { Json, JsonObject } from '../../core/content/json.ts'
import { isObject, listOf } from '../shape.ts'

/** What joins an action, what came of it, and the answer of the model that asked for it. */
export interface Joint {
  readonly callId: string
  readonly name: string
  /** Names the answer: several actions may come from one. */
  readonly answer: string
  /** The answer as a chat message, where it was recorded. */
  readonly message: JsonObject | undefined
  readonly model: string | undefined
}

/** Reads an event's `tool_call_metadata`; undefined where it names no call. */
export function jointOf(metadata: Json | undefined): Joint | undefined {
  if (!isObject(metadata) || typeof metadata.tool_call_id !== 'string') return undefined
  const { tool_call_id: callId, function_name: name, model_response: response } = metadata
  const { id, model, choices } = isObject(response) ? response : {}
  const choice = listOf(choices)[0]
  const message = isObject(choice) && isObject(choice.message) ? choice.message : undefined
  return {
    callId,
    name: typeof name === 'string' && name !== '' ? name : 'tool',
    answer: typeof id === 'string' && id !== '' ? id : callId,
    message,
    model: typeof model === 'string' && model !== '' ? model : undefined,
  }
}
