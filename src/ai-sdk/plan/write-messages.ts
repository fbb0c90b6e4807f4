import type { Part, ResultContent } from '../../core/content/part.ts'
import type { Kept, Marker } from '../../core/decision.ts'
import { markerText } from '../../core/render/marker.ts'
import type { Path, ReadMessages, ReadNode, Slot } from '../read/read-node.ts'
import type { Content } from './content.ts'
import { leadId, leadText } from './lead.ts'
import type { PlannedMessages } from './plan-messages.ts'

/** Texts to be put where others stand. */
type Changes = readonly { readonly path: Path; readonly value: unknown }[]

/**
 * The messages that a plan sends, in its order. What goes in full is the very same object; what is changed is a copy that differs
 * where it must. `note` makes a message of a text that stands where something is missing.
 */
export function writeMessages(
  messages: readonly unknown[],
  read: ReadMessages,
  planned: PlannedMessages,
  note: (text: string) => unknown,
): unknown[] {
  const sent = planned.plan.kept.flatMap((entry) => {
    const at = entry.kind === 'kept' ? (planned.at.get(entry.id) ?? -1) : -1
    const [node, said] = [read.nodes[at], planned.said[at]]
    if (entry.kind === 'marker' || !node || !said) return textsOf(entry, planned).map(note)
    const changed = entry.content === said.digest ? undefined : planned.contents.get(entry.content ?? '')
    return written(messages, node, changed === undefined ? [] : changesIn(said, changed))
  })
  return [...messages.slice(0, read.leading), ...sent]
}

/** What a marker or a file in work says; what stands beside the messages is not said in them. */
function textsOf(entry: Kept | Marker, { contents }: PlannedMessages): string[] {
  if (entry.kind === 'marker') return [markerText(entry)]
  if (entry.id === leadId) return [leadText]
  if (entry.section === 'system' || entry.section === 'tools') return []
  return [(contents.get(entry.content ?? '') ?? []).map(textIn).join('\n')]
}

function changesIn({ parts: before, slots }: Content, after: readonly Part[]): Changes {
  return slots.flatMap((slot, at): Changes => {
    const [was, is] = [before[at], after[at]]
    if (was === is || was === undefined || is === undefined) return []
    if (slot.kind === 'result' && was.kind === 'tool-result' && is.kind === 'tool-result')
      return resultChanges(slot, was.content, is.content)
    const isFirst = slots.findIndex((other, index) => other === slot && before[index] !== after[index]) === at
    if (slot.kind !== 'text' || !isFirst) return []
    const together = after.filter((_, index) => slots[index] === slot)
    return [{ path: slot.path, value: together.map(textIn).join('') }]
  })
}

function resultChanges(
  { path, texts, whole }: Extract<Slot, { kind: 'result' }>,
  before: readonly ResultContent[],
  after: readonly ResultContent[],
): Changes {
  const changed = after.flatMap((is, at) => (textIn(before[at]) === textIn(is) ? [] : [at]))
  if (before.length === after.length && changed.every((at) => texts[at] !== undefined))
    return changed.map((at) => ({ path: texts[at] as Path, value: textIn(after[at]) }))
  return [{ path, value: whole(after.map(textIn).join('\n')) }]
}

function textIn(part: Part | undefined): string {
  return part !== undefined && 'text' in part ? part.text : ''
}

/** A node's messages, those that are changed as copies. A block of which nothing is left goes, as providers refuse empty ones. */
function written(messages: readonly unknown[], { from, to }: ReadNode, changes: Changes): unknown[] {
  const copies = messages.slice(from, to + 1)
  for (const { path, value } of changes.toReversed()) {
    const [message, ...rest] = path
    const isBlock = value === '' && typeof rest.at(-2) === 'number'
    const copy = copies[message - from]
    copies[message - from] = isBlock ? without(copy, rest.slice(0, -1)) : withValue(copy, rest, value)
  }
  return copies.filter((message) => !isEmptied(message) || messages.includes(message))
}

/** Whether a message says nothing and asks for nothing any more. */
function isEmptied(message: unknown): boolean {
  if (typeof message !== 'object' || message === null || !('content' in message)) return false
  const { content } = message
  const isBlank = content === '' || (Array.isArray(content) && content.length === 0)
  return isBlank && !['tool_calls', 'tool_call_id', 'function_call'].some((key) => key in message)
}

function without(held: unknown, path: readonly (string | number)[]): unknown {
  const list = path.slice(0, -1).reduce((inner, key) => (inner as { readonly [key: string]: unknown })[key], held)
  return withValue(held, path.slice(0, -1), (list as readonly unknown[]).toSpliced(Number(path.at(-1)), 1))
}

/** A copy with another value at a path; everything beside it is the same. */
function withValue(held: unknown, [key, ...rest]: readonly (string | number)[], value: unknown): unknown {
  if (key === undefined) return value
  const inner = (held as { readonly [key: string]: unknown })[key]
  if (Array.isArray(held)) return held.with(Number(key), withValue(inner, rest, value))
  return { ...(held as object), [key]: withValue(inner, rest, value) }
}
