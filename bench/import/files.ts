import type { Part } from '../../src/core/content/part.ts'
import { random } from '../conversation/random.ts'
import { prose } from '../conversation/text.ts'
import { conversation, type Message } from '../conversation.ts'
import { resultText } from '../plan/langchain.ts'

/** A file of one format, made of generated messages: what it is called, and its lines. */
export interface GeneratedFile {
  readonly name: string
  readonly format: string
  lines(messages: number): Iterable<string>
}

/** One file for each format, and one of nodes with about 500 characters. */
export const generatedFiles: readonly GeneratedFile[] = [
  { name: 'claude-code', format: 'claude-code', lines: (messages) => claudeCode(conversation({ messages })) },
  { name: 'pi', format: 'pi', lines: (messages) => pi(conversation({ messages })) },
  { name: 'openai', format: 'openai', lines: (messages) => asLines(conversation({ messages }), openaiMessage) },
  {
    name: 'anthropic',
    format: 'anthropic',
    lines: (messages) => asLines(conversation({ messages }), anthropicMessage),
  },
  {
    name: 'nodes of 500 characters',
    format: 'openai',
    lines: (messages) => asLines(shortMessages(messages), openaiMessage),
  },
]

type Shape = { readonly [key: string]: unknown }

function* asLines(messages: Iterable<Message>, shape: (message: Message) => Shape): Iterable<string> {
  for (const message of messages) yield JSON.stringify(shape(message))
}

function* shortMessages(messages: number): Iterable<Message> {
  const source = random(5)
  for (let i = 0; i < messages; i++) {
    const text = prose(source, 130).slice(0, 500)
    yield { author: i % 2 === 0 ? 'human' : 'model', parts: [{ kind: 'text', text }] }
  }
}

function time(number: number): string {
  return new Date(Date.UTC(2025, 0, 6, 9) + number * 20_000).toISOString()
}

function* claudeCode(messages: Iterable<Message>): Iterable<string> {
  let number = 0
  for (const message of messages) {
    yield JSON.stringify({
      parentUuid: number === 0 ? null : `u${number - 1}`,
      isSidechain: false,
      sessionId: 'generated',
      type: message.author === 'model' ? 'assistant' : 'user',
      message: anthropicMessage(message),
      uuid: `u${number}`,
      timestamp: time(number++),
    })
  }
}

function* pi(messages: Iterable<Message>): Iterable<string> {
  yield JSON.stringify({ type: 'session', version: 3, id: 'generated', timestamp: time(0), cwd: '/project' })
  let number = 0
  for (const message of messages) {
    const parentId = number === 0 ? null : `e${number - 1}`
    yield JSON.stringify({
      type: 'message',
      id: `e${number}`,
      parentId,
      timestamp: time(number++),
      message: piMessage(message),
    })
  }
}

function piMessage({ author, parts }: Message): Shape {
  const result = parts.find((part) => part.kind === 'tool-result')
  if (result) {
    const { callId: toolCallId, name: toolName, isError = false } = result
    return { role: 'toolResult', toolCallId, toolName, content: [{ type: 'text', text: resultText(result) }], isError }
  }
  return { role: author === 'model' ? 'assistant' : 'user', content: parts.flatMap(piBlock) }
}

function piBlock(part: Part): Shape[] {
  if (part.kind === 'text') return [{ type: 'text', text: part.text }]
  return part.kind === 'tool-call'
    ? [{ type: 'toolCall', id: part.callId, name: part.name, arguments: part.input }]
    : []
}

function openaiMessage({ author, parts }: Message): Shape {
  const result = parts.find((part) => part.kind === 'tool-result')
  if (result) return { role: 'tool', tool_call_id: result.callId, content: resultText(result) }
  const content = parts.flatMap((part) => (part.kind === 'text' ? [part.text] : [])).join('\n\n')
  const calls = parts.flatMap((part) =>
    part.kind === 'tool-call'
      ? [{ id: part.callId, type: 'function', function: { name: part.name, arguments: JSON.stringify(part.input) } }]
      : [],
  )
  if (author === 'human') return { role: 'user', content }
  return { role: 'assistant', content, ...(calls.length === 0 ? {} : { tool_calls: calls }) }
}

function anthropicMessage({ author, parts }: Message): Shape {
  return { role: author === 'model' ? 'assistant' : 'user', content: parts.flatMap(anthropicBlock) }
}

function anthropicBlock(part: Part): Shape[] {
  if (part.kind === 'text') return [{ type: 'text', text: part.text }]
  if (part.kind === 'tool-call') return [{ type: 'tool_use', id: part.callId, name: part.name, input: part.input }]
  return part.kind === 'tool-result'
    ? [{ type: 'tool_result', tool_use_id: part.callId, content: resultText(part) }]
    : []
}
