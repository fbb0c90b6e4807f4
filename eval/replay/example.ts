import { characters } from '../../src/core/content/measure.ts'
import type { NodeEntry } from '../../src/formats/format.ts'
import type { Block, Message } from './request.ts'
import { type Session, sessionOf } from './session.ts'
import { type Sizes, sizesIn } from './sizes.ts'

/** Sizes in characters, for tests whose figures can be checked by hand. */
export function sizesInCharacters(): Sizes {
  return sizesIn(characters)
}

export function said(role: Message['role'], ...texts: readonly string[]): Message {
  return { role, content: texts.map((text): Block => ({ type: 'text', text })) }
}

export function called(id: string, name: string, input: Record<string, string>): Message {
  return { role: 'assistant', content: [{ type: 'tool_use', id, name, input }] }
}

export function answered(id: string, content: string): Message {
  return { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content }] }
}

/** A node behind the one before it. */
export function nodes(...drafts: readonly Pick<NodeEntry, 'author' | 'parts'>[]): NodeEntry[] {
  return drafts.map((draft, at) => ({ kind: 'node', key: `${at}`, parent: at === 0 ? null : `${at - 1}`, ...draft }))
}

/** A session of a question, and of so many steps: an answer of 6 letters with its call, and a result of 6 letters. */
export function steppingSession(steps: number): Session {
  const drafts = Array.from({ length: steps }, (_, at): Pick<NodeEntry, 'author' | 'parts'>[] => [
    { author: 'model', parts: [{ kind: 'tool-call', callId: `${at}`, name: 'look', input: {} }] },
    {
      author: 'tool',
      parts: [{ kind: 'tool-result', callId: `${at}`, content: [{ kind: 'text', text: `seen${10 + at}` }] }],
    },
  ])
  const question = { author: 'human', parts: [{ kind: 'text', text: 'go' }] } as const
  return sessionOf('s', { kind: 'conversation', key: 's' }, nodes(question, ...drafts.flat()))
}
