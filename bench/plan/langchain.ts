import { AIMessage, type BaseMessage, HumanMessage, ToolMessage, trimMessages } from '@langchain/core/messages'
import type { Measure } from '../../src/core/content/measure.ts'
import type { Part, ToolResultPart } from '../../src/core/content/part.ts'
import type { Message } from '../conversation.ts'

/** Counts a list of messages, as `trimMessages` asks for it. */
export type Counter = (messages: BaseMessage[]) => number

/** Keeps the newest messages within a budget, as LangChain does it. */
export async function trim(messages: BaseMessage[], budget: number, counter: Counter): Promise<number> {
  return (await trimMessages(messages, { strategy: 'last', maxTokens: budget, tokenCounter: counter })).length
}

/** Counts every message anew each time it is asked. */
export function exactCounter(measure: Measure, perMessage: number): Counter {
  return (messages) => messages.reduce((sum, message) => sum + sizeOf(message, measure) + perMessage, 0)
}

/** Counts each of the messages once, at the start; `trimMessages` copies messages, so they are known by their ids. */
export function memoisedCounter(messages: readonly BaseMessage[], measure: Measure, perMessage: number): Counter {
  const sizes = new Map(messages.map((message) => [message.id, sizeOf(message, measure) + perMessage]))
  return (list) => {
    let sum = 0
    for (const { id } of list) sum += sizes.get(id) ?? 0
    return sum
  }
}

/** Generated messages as LangChain's, one for one. */
export function toLangChain(messages: Iterable<Message>): BaseMessage[] {
  let number = 0
  const made: BaseMessage[] = []
  for (const message of messages) made.push(converted(message, `m${number++}`))
  return made
}

function converted({ author, parts }: Message, id: string): BaseMessage {
  const content = textOf(parts)
  if (author === 'human') return new HumanMessage({ id, content })
  const result = parts.find((part) => part.kind === 'tool-result')
  if (result) return new ToolMessage({ id, content: resultText(result), tool_call_id: result.callId })
  const calls = parts.flatMap((part) =>
    part.kind === 'tool-call'
      ? [{ id: part.callId, name: part.name, args: part.input as { [key: string]: unknown } }]
      : [],
  )
  return new AIMessage({ id, content, tool_calls: calls })
}

function textOf(parts: readonly Part[]): string {
  return parts.flatMap((part) => (part.kind === 'text' ? [part.text] : [])).join('\n\n')
}

/** What a generated result says. */
export function resultText({ content }: ToolResultPart): string {
  return content.flatMap((part) => (part.kind === 'text' || part.kind === 'file' ? [part.text] : [])).join('\n')
}

function sizeOf(message: BaseMessage, measure: Measure): number {
  const said = typeof message.content === 'string' ? measure.count(message.content) : 0
  if (!AIMessage.isInstance(message)) return said
  return (message.tool_calls ?? []).reduce(
    (sum, call) => sum + measure.count(call.name) + measure.count(JSON.stringify(call.args)),
    said,
  )
}
