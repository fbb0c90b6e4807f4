import { z } from 'zod'
import type { Json, JsonObject } from '../../core/content/json.ts'
import { anyJson, isObject, listOf } from '../shape.ts'

/** A message, as far as Heddle looks at it. */
export interface MessageShape {
  readonly author: { readonly role: string; readonly name?: string | null | undefined }
  readonly content?: JsonObject | null | undefined
  readonly create_time?: Json | undefined
  readonly recipient?: string | null | undefined
  readonly metadata?: JsonObject | null | undefined
}

const object = z.custom<JsonObject>((value) => isObject(value as Json))

export const messageShape: z.ZodType<MessageShape> = z.object({
  author: z.object({ role: z.string(), name: z.string().nullish() }),
  content: object.nullish(),
  create_time: anyJson.optional(),
  recipient: z.string().nullish(),
  metadata: object.nullish(),
})

/** One place in the tree of a conversation, which may hold a message. */
export interface Place {
  readonly id: string
  readonly parent: string | null
  readonly message: JsonObject | undefined
  readonly children: readonly string[]
}

/** The places of a `mapping`, by id. A parent that is not said is the one whose children name the place. */
export function placesOf(mapping: JsonObject): ReadonlyMap<string, Place> {
  const named = new Map<string, string>()
  const nodes = Object.entries(mapping).flatMap(([id, node]) => (isObject(node) ? [[id, node] as const] : []))
  for (const [id, node] of nodes) {
    for (const child of listOf(node.children)) if (typeof child === 'string' && !named.has(child)) named.set(child, id)
  }
  const places = nodes.map(([id, { parent, message, children }]): [string, Place] => [
    id,
    {
      id,
      parent: typeof parent === 'string' ? parent : (named.get(id) ?? null),
      message: isObject(message) ? message : undefined,
      children: listOf(children).flatMap((child) => (typeof child === 'string' ? [child] : [])),
    },
  ])
  return new Map(places)
}
