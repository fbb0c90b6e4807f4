import { type Message, type Part, repairPairs } from '../../src/index.ts'
import type { Area, Given } from '../area.ts'

interface GivenMessage {
  readonly role: 'user' | 'assistant'
  readonly content: string | readonly Given[]
}

/** Repair of calls and results in what is sent. */
export const historyPairs: Area = (given) => {
  const messages = (given.messages as GivenMessage[]).map(
    ({ role, content }): Message => ({
      role,
      nodes: [],
      parts: typeof content === 'string' ? [{ kind: 'text', text: content }] : content.map(partOf),
    }),
  )
  const { messages: repaired, leftOut } = repairPairs(messages)
  return { messages: repaired.map(({ role, parts }) => ({ role, parts: parts.map(partField) })), leftOut }
}

function partOf(given: Given): Part {
  if (given.kind !== 'tool-result') return given as unknown as Part
  return {
    kind: 'tool-result',
    callId: given.callId as string,
    content: [{ kind: 'text', text: given.text as string }],
  }
}

function partField(part: Part): unknown {
  if (part.kind !== 'tool-result') return part
  if (part.filled) return { kind: part.kind, callId: part.callId, filled: true }
  const text = part.content.map((each) => (each.kind === 'text' ? each.text : '')).join('')
  return { kind: part.kind, callId: part.callId, text }
}
