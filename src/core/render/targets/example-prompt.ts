import type { ImagePart, Part, ProviderData, TextPart, ToolCallPart, ToolResultPart } from '../../content/part.ts'
import type { Message, Prompt, Role } from '../message.ts'

/** The address of an image; nobody looks at its bytes. What is here is for the tests of the renderers. */
export const png = 'data:image/png;base64,aGk='

/** An image that stands in its address. */
const image: ImagePart = { kind: 'image', ref: png }

/** Plain text. */
export function text(value: string): TextPart {
  return { kind: 'text', text: value }
}

/** A call of the tool `look`, with its own id as input. */
export function call(callId: string, provider?: ProviderData): ToolCallPart {
  const part: ToolCallPart = { kind: 'tool-call', callId, name: 'look', input: { at: callId } }
  return provider ? { ...part, provider } : part
}

/** A result. */
export function result(callId: string, ...content: ToolResultPart['content']): ToolResultPart {
  return { kind: 'tool-result', callId, content }
}

/** A message without provenance. */
export function message(role: Role, ...parts: Part[]): Message {
  return { role, parts, nodes: [] }
}

/** A prompt of messages alone. */
export function prompt(...messages: Message[]): Prompt {
  return { tools: [], system: null, messages }
}

/** A prompt with everything that the providers tell apart. */
export const whole: Prompt = {
  tools: [{ name: 'look', description: 'Looks.', inputSchema: { type: 'object', properties: {} } }],
  system: 'Be brief.',
  messages: [
    message('user', text('Look at'), image),
    message('assistant', text('Looking.'), call('a'), call('b')),
    message('user', result('a', text('one'), image), result('b'), text('and?')),
    message('system', text('Hurry.')),
    message('assistant', text('Done.')),
  ],
}
