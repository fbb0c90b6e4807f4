import { z } from 'zod'
import type { Json, JsonObject } from '../../core/content/json.ts'
import type { NodeDraft } from '../draft.ts'
import { anyJson, isObject, listOf, timeField } from '../shape.ts'

/** One message and its place. */
export interface Item {
  readonly tree: string
  readonly id: string
  readonly parent: string | null
  readonly draft: NodeDraft
}

const messageShape = z.object({
  text: z.string(),
  role: z.enum(['prompter', 'assistant']),
  rank: z.number().nullish(),
  deleted: z.boolean().nullish(),
  model_name: z.string().nullish(),
  created_date: anyJson.optional(),
})

const placeShape = z.object({ id: z.string(), parent: z.string().nullish(), tree: z.string() })

/**
 * The messages that a line holds: those of a whole tree, each behind its parent, or one. A message that has not the
 * right shape is an error in its place; what stands below it hangs on the message above.
 */
export function* itemsOf(value: Json): Iterable<Item | z.ZodError> {
  const { prompt, message_tree_id: tree } = isObject(value) ? value : {}
  if (!isObject(value) || !isObject(prompt)) {
    yield itemOf(isObject(value) ? flat(value) : value)
    return
  }
  const root = typeof tree === 'string' ? tree : (prompt.message_id ?? null)
  const open: { readonly message: Json; readonly parent: string | null }[] = [{ message: prompt, parent: null }]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { message, parent } = next
    const item = itemOf(isObject(message) ? { ...message, id: message.message_id, parent, tree: root } : message)
    yield item
    const above = 'tree' in item ? item.id : parent
    const replies = listOf(isObject(message) ? message.replies : undefined)
    for (const reply of replies.toReversed()) open.push({ message: reply, parent: above })
  }
}

/** The names of the flat list's fields: those of the published files, or shorter ones. */
function flat(message: JsonObject): JsonObject {
  return {
    ...message,
    id: message.message_id ?? message.id,
    parent: message.parent_id ?? message.parent,
    tree: message.message_tree_id ?? message.tree,
  }
}

function itemOf(message: Json): Item | z.ZodError {
  const place = placeShape.safeParse(message)
  if (!place.success) return place.error
  const { data, error } = messageShape.safeParse(message)
  if (!data) return error
  const { id, parent = null, tree } = place.data
  const draft: NodeDraft = {
    suffix: '',
    author: data.role === 'prompter' ? 'human' : 'model',
    ...(data.model_name ? { authorId: data.model_name } : {}),
    parts: [{ kind: 'text', text: data.text }],
    ...timeField(data.created_date),
    ...(data.rank === null || data.rank === undefined ? {} : { tags: [`rank:${data.rank}`] }),
    ...(data.deleted ? { excluded: true } : {}),
  }
  return { tree, id, parent, draft }
}
