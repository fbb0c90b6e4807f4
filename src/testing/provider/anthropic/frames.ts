import type { JsonObject } from '../../../core/content/json.ts'
import type { Answer, AnswerPiece, Finish } from '../answer.ts'
import { inputPieces, textPieces } from '../pieces.ts'
import type { Frame, Frames } from '../wire-format.ts'

const stopReasons: { readonly [finish in Finish]: string } = {
  stop: 'end_turn',
  length: 'max_tokens',
  'tool-calls': 'tool_use',
  'content-filter': 'refusal',
}

/** The events of an answer. */
export function anthropicFrames(answer: Answer): Frames {
  const { usage } = answer
  const start = { ...message(answer), content: [], stop_reason: null, usage: { ...counted(answer), output_tokens: 1 } }
  return {
    opening: [event({ type: 'message_start', message: start })],
    parts: answer.parts.flatMap((part, index) => block(part, index)),
    closing: [
      event({
        type: 'message_delta',
        delta: { stop_reason: stopReasons[answer.finish], stop_sequence: null },
        usage: { ...inputs(answer), output_tokens: usage.output, output_tokens_details: thinking(answer) },
      }),
      event({ type: 'message_stop' }),
    ],
  }
}

/** The answer as one message. */
export function anthropicMessage(answer: Answer): JsonObject {
  return { ...message(answer), content: answer.parts.map((part) => whole(part)) }
}

function event(data: JsonObject & { readonly type: string }): Frame {
  return { event: data.type, data }
}

function block(part: AnswerPiece, index: number): readonly Frame[] {
  const delta = (of: JsonObject): Frame => event({ type: 'content_block_delta', index, delta: of })
  return [
    event({ type: 'content_block_start', index, content_block: empty(part) }),
    ...(index === 0 ? [event({ type: 'ping' })] : []),
    ...(part.kind === 'tool-call' ? [delta({ type: 'input_json_delta', partial_json: '' })] : []),
    ...pieces(part).map((piece): Frame => ({ ...delta(piece), piece: true })),
    ...(part.kind === 'reasoning' ? [delta({ type: 'signature_delta', signature: part.signature })] : []),
    event({ type: 'content_block_stop', index }),
  ]
}

function pieces(part: AnswerPiece): readonly JsonObject[] {
  switch (part.kind) {
    case 'text':
      return textPieces(part.text).map((text) => ({ type: 'text_delta', text }))
    case 'reasoning':
      return textPieces(part.text).map((thinking) => ({ type: 'thinking_delta', thinking }))
    case 'tool-call':
      return inputPieces(part.input).map((json) => ({ type: 'input_json_delta', partial_json: json }))
  }
}

function empty(part: AnswerPiece): JsonObject {
  switch (part.kind) {
    case 'text':
      return { type: 'text', text: '' }
    case 'reasoning':
      return { type: 'thinking', thinking: '', signature: '' }
    case 'tool-call':
      return { type: 'tool_use', id: part.id, name: part.name, input: {} }
  }
}

function whole(part: AnswerPiece): JsonObject {
  switch (part.kind) {
    case 'text':
      return { type: 'text', text: part.text }
    case 'reasoning':
      return { type: 'thinking', thinking: part.text, signature: part.signature }
    case 'tool-call':
      return { type: 'tool_use', id: part.id, name: part.name, input: parsed(part.input) }
  }
}

/** An input that is no JSON goes out as the text that it is. */
function parsed(input: string): JsonObject[string] {
  try {
    return JSON.parse(input)
  } catch {
    return input
  }
}

function message(answer: Answer): JsonObject {
  return {
    id: `msg_${answer.id}`,
    type: 'message',
    role: 'assistant',
    model: answer.model,
    content: [],
    stop_reason: stopReasons[answer.finish],
    stop_sequence: null,
    usage: counted(answer),
  }
}

/** What is neither read nor written is the input; the three together are all of it. */
function inputs({ usage: { total, read, written } }: Answer): JsonObject {
  const made = written['5m'] + written['1h']
  return {
    input_tokens: total - read - made,
    cache_creation_input_tokens: made,
    cache_read_input_tokens: read,
  }
}

function counted(answer: Answer): JsonObject {
  const { written, output } = answer.usage
  return {
    ...inputs(answer),
    cache_creation: { ephemeral_5m_input_tokens: written['5m'], ephemeral_1h_input_tokens: written['1h'] },
    output_tokens: output,
    output_tokens_details: thinking(answer),
    service_tier: 'standard',
  }
}

function thinking({ usage }: Answer): JsonObject {
  return { thinking_tokens: usage.reasoning }
}
