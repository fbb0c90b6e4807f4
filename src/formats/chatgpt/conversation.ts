import type { JsonObject } from '../../core/content/json.ts'
import type { NodeDraft } from '../draft.ts'
import type { ConversationEntry, ProblemEntry } from '../format.ts'
import { isObject, timeField } from '../shape.ts'
import type { Growth } from '../tree/grow.ts'
import { type OpenCall, type Read, readMessage } from './message.ts'
import { inOrder } from './order.ts'
import { userContext } from './parts.ts'
import { type Place, placesOf } from './shapes.ts'

/** A conversation's places as growths in order, and the parents they name. */
export interface ReadConversation {
  readonly growths: readonly (Growth | ProblemEntry)[]
  readonly parents: ReadonlyMap<string, string | null>
}

/**
 * Reads a conversation. What the person once said about themselves is its system text; where it changed on the way, it
 * is a system node. The place that is open, or the nearest one above that is kept, is current.
 */
export function readConversation(fields: JsonObject, key: string): ReadConversation {
  const places = placesOf(isObject(fields.mapping) ? fields.mapping : {})
  const system = systemOf(places)
  const times = new Map([...places.values()].map(({ id, message }) => [id, timeField(message?.create_time).createdAt]))
  const empty = (id: string): boolean => {
    const message = places.get(id)?.message
    return message === undefined || readMessage(id, message, []).drafts.length === 0
  }
  const ordered = inOrder(places, empty, (id) => times.get(id) ?? Number.POSITIVE_INFINITY)
  const reads = readAll(ordered, system)
  const current = currentOf(fields.current_node, places, reads)
  const conversation: ConversationEntry = {
    kind: 'conversation',
    key,
    ...(typeof fields.title === 'string' && fields.title !== '' ? { title: fields.title } : {}),
    ...(system === undefined ? {} : { system }),
    ...modelOf(fields.default_model_slug),
    ...timeField(fields.create_time),
  }
  const growths = ordered.flatMap(({ id, parent }): (Growth | ProblemEntry)[] => {
    const { drafts, problem } = reads.get(id) ?? { drafts: [], open: [] }
    const marked = id === current ? drafts.map((draft): NodeDraft => ({ ...draft, current: true })) : drafts
    const growth: Growth = { kind: 'linked', id, parent, group: '', drafts: marked, conversation }
    return problem === undefined ? [growth] : [{ kind: 'problem', message: `${id} was left out: ${problem}.` }, growth]
  })
  return { growths, parents: new Map([...places.values()].map(({ id, parent }) => [id, parent])) }
}

/** Each message is read with the calls that are open on its own path. */
function readAll(ordered: readonly Place[], system: string | undefined): ReadonlyMap<string, Read> {
  const reads = new Map<string, Read>()
  for (const { id, parent, message } of ordered) {
    const open: readonly OpenCall[] = reads.get(parent ?? '')?.open ?? []
    const isSystem = message !== undefined && system !== undefined && contextIn(message) === system
    reads.set(id, message === undefined || isSystem ? { drafts: [], open } : readMessage(id, message, open))
  }
  return reads
}

function systemOf(places: ReadonlyMap<string, Place>): string | undefined {
  for (const { message } of places.values()) {
    const context = message && contextIn(message)
    if (context) return context
  }
  return undefined
}

function contextIn({ content }: JsonObject): string | undefined {
  return isObject(content) && content.content_type === 'user_editable_context' ? userContext(content) : undefined
}

function currentOf(
  node: JsonObject[string],
  places: ReadonlyMap<string, Place>,
  reads: ReadonlyMap<string, Read>,
): string | undefined {
  const walked = new Set<string>()
  let at = typeof node === 'string' ? node : undefined
  while (at !== undefined && !walked.has(at) && (reads.get(at)?.drafts.length ?? 0) === 0) {
    walked.add(at)
    at = places.get(at)?.parent ?? undefined
  }
  return at
}

function modelOf(slug: JsonObject[string]): { readonly model?: string } {
  return typeof slug === 'string' && slug !== '' && slug !== 'auto' ? { model: slug } : {}
}
