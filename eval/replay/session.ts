import { objectSchema } from '../../src/core/render/schema.ts'
import type { AnthropicTool } from '../../src/core/render/targets/anthropic-request.ts'
import { detect } from '../../src/formats/detect.ts'
import type { ConversationEntry, Entry, NodeEntry, TextSource } from '../../src/formats/format.ts'
import { expectationsOf } from './grounded.ts'
import { messagesOf, type SourcedMessage } from './normalise.ts'
import type { Expectation, Message, ReplayRequest } from './request.ts'

/** A call of a recorded session: what stood before its answer, and what the answer needed to have seen. */
export interface Call {
  /** How many of the session's messages stand before the answer. */
  readonly before: number
  /** The key of the answer's node. */
  readonly key: string
  readonly expects: readonly Expectation[]
}

/** A recorded session. Answers without any content are calls all the same, and no messages. */
export interface Session {
  readonly name: string
  readonly tools: readonly AnthropicTool[]
  readonly system: string
  readonly messages: readonly SourcedMessage[]
  readonly calls: readonly Call[]
  /** What the file says of the conversation, and the nodes on its path, as the importer gives them. */
  readonly conversation: ConversationEntry
  readonly nodes: readonly NodeEntry[]
}

/** The sessions in a file, as Heddle's own importers read it; none where its format is not known. */
export async function sessionsIn(source: TextSource, name: string): Promise<Session[]> {
  const entries: Entry[] = []
  for await (const entry of detect(source.sample)?.read(source) ?? []) entries.push(entry)
  const held = conversationsIn(entries)
  return held.map(({ conversation, nodes }, at) =>
    sessionOf(held.length === 1 ? name : `${name}#${at + 1}`, conversation, nodes),
  )
}

/** A session from its conversation and the nodes on one path, oldest first. */
export function sessionOf(name: string, conversation: ConversationEntry, nodes: readonly NodeEntry[]): Session {
  const messages: SourcedMessage[] = []
  const calls: Call[] = []
  for (const message of messagesOf(nodes)) {
    if (message.role === 'assistant') {
      const expects = expectationsOf(message, messages)
      calls.push({ before: messages.length, key: message.keys[0] ?? '', expects })
    }
    if (message.content.length > 0) messages.push(message)
  }
  const tools = (conversation.tools ?? []).map(({ name: tool, description, inputSchema }) => ({
    name: tool,
    ...(description === undefined ? {} : { description }),
    input_schema: objectSchema(inputSchema),
  }))
  return { name, tools, system: conversation.system ?? '', messages, calls, conversation, nodes }
}

interface Held {
  readonly conversation: ConversationEntry
  readonly nodes: readonly NodeEntry[]
}

/** Each conversation with the path to its last node. */
function conversationsIn(entries: readonly Entry[]): Held[] {
  const held = new Map<string, { readonly conversation: ConversationEntry; readonly nodes: Map<string, NodeEntry> }>()
  let open = ''
  for (const entry of entries) {
    if (entry.kind === 'conversation') {
      open = entry.key
      if (!held.has(open)) held.set(open, { conversation: entry, nodes: new Map() })
    } else if (entry.kind === 'node' && entry.annotation !== true && entry.excluded !== true) {
      held.get(open)?.nodes.set(entry.key, entry)
    }
  }
  return [...held.values()].map(({ conversation, nodes }) => ({ conversation, nodes: pathToLast(nodes) }))
}

function pathToLast(nodes: ReadonlyMap<string, NodeEntry>): NodeEntry[] {
  const path: NodeEntry[] = []
  let at = [...nodes.values()].at(-1)
  while (at) {
    path.push(at)
    at = at.parent === null ? undefined : nodes.get(at.parent)
  }
  return path.toReversed()
}

/** A call of a session with these messages. Calls count from 0. */
export function requestOf(
  { name, tools, system, calls }: Session,
  call: number,
  messages: readonly Message[],
): ReplayRequest {
  return { session: name, call, tools, system, messages, expects: calls[call]?.expects ?? [] }
}
