import type { JsonObject } from '../../../core/content/json.ts'
import { blocksIn, objectsIn, textIn } from '../json-body.ts'
import type { Refusal } from '../wire-format.ts'

/** What the provider keeps of its answers, so that a client may name what it does not send again. */
export interface KeptItems {
  /** The items of a request's input, with everything in their place that was only named. */
  expand(body: JsonObject): readonly JsonObject[]
  /** What is named and not kept. */
  missing(body: JsonObject): Refusal | null
  keep(body: JsonObject, responseId: string, output: readonly JsonObject[]): void
}

/** Keeps what is answered, except where `store` is false. */
export function keptItems(): KeptItems {
  const items = new Map<string, JsonObject>()
  const conversations = new Map<string, readonly JsonObject[]>()

  function expand(body: JsonObject): readonly JsonObject[] {
    const before = conversations.get(textIn(body.previous_response_id)) ?? []
    const given = givenIn(body).flatMap((item) => {
      const named = nameIn(item)
      const held = named === null ? item : items.get(named)
      return held ? [held] : []
    })
    return [...before, ...given]
  }
  return {
    expand,
    missing(body) {
      const previous = body.previous_response_id
      if (typeof previous === 'string' && !conversations.has(previous))
        return {
          status: 400,
          message: `Previous response with id '${previous}' not found.`,
          code: 'previous_response_not_found',
          param: 'previous_response_id',
        }
      const lost = givenIn(body).find((item) => needsKeeping(item) && !items.has(textIn(item.id)))
      if (!lost) return null
      const advice =
        'Items are not persisted when `store` is set to false. Try again with `store` set to true, or remove this item from your input.'
      return {
        status: 404,
        message: `Item with id '${textIn(lost.id)}' not found. ${advice}`,
        type: 'invalid_request_error',
        param: 'input',
      }
    },
    keep(body, responseId, output) {
      if (body.store === false) return
      for (const item of output) items.set(textIn(item.id), item)
      conversations.set(responseId, [...expand(body), ...output])
    },
  }
}

function givenIn(body: JsonObject): readonly JsonObject[] {
  const { input } = body
  return typeof input === 'string'
    ? [{ type: 'message', role: 'user', content: blocksIn(input, 'input_text') }]
    : objectsIn(input)
}

/** The id in a reference: nothing but an id, whether it says what it is or not. */
function nameIn(item: JsonObject): string | null {
  const reference = item.type === 'item_reference' || (item.type === undefined && item.role === undefined)
  return reference && typeof item.id === 'string' ? item.id : null
}

/** Reasoning that came without its encrypted content is nothing but a reference. */
function needsKeeping(item: JsonObject): boolean {
  if (nameIn(item) !== null) return true
  return item.type === 'reasoning' && typeof item.id === 'string' && textIn(item.encrypted_content) === ''
}
