import type { JsonObject } from '../../../core/content/json.ts'
import type { Answer, AnswerPiece, Finish } from '../answer.ts'
import { objectIn } from '../json-body.ts'
import { inputPieces, textPieces } from '../pieces.ts'
import type { Frame, Frames } from '../wire-format.ts'

const finishReasons: { readonly [finish in Finish]: string } = {
  stop: 'stop',
  length: 'length',
  'tool-calls': 'tool_calls',
  'content-filter': 'content_filter',
}

/** The chunks of an answer. Reasoning goes as `reasoning_content`, as compatible servers send it. */
export function chatFrames(answer: Answer): Frames {
  const withUsage = objectIn(answer.request.stream_options).include_usage === true
  const chunk = (choices: readonly JsonObject[], usage: JsonObject | null = null): JsonObject => ({
    ...head(answer, 'chat.completion.chunk'),
    choices,
    ...(withUsage ? { usage } : {}),
  })
  const choice = (delta: JsonObject, finish: string | null = null): Frame => ({
    data: chunk([{ index: 0, delta, logprobs: null, finish_reason: finish }]),
  })
  return {
    opening: [choice({ role: 'assistant', content: answer.parts[0]?.kind === 'text' ? '' : null, refusal: null })],
    parts: numbered(answer.parts).flatMap(({ part, call }) => [
      ...(part.kind === 'tool-call' ? [choice(callStart(part, call))] : []),
      ...deltas(part, call).map((delta): Frame => ({ ...choice(delta), piece: true })),
    ]),
    closing: [
      choice({}, finishReasons[answer.finish]),
      ...(withUsage ? [{ data: chunk([], usageOf(answer)) }] : []),
      { data: '[DONE]' },
    ],
  }
}

/** The answer as one completion. */
export function chatCompletion(answer: Answer): JsonObject {
  const joined = (kind: 'text' | 'reasoning'): string | null => {
    const texts = answer.parts.flatMap((part) => (part.kind === kind ? [part.text] : []))
    return texts.length === 0 ? null : texts.join('')
  }
  const reasoning = joined('reasoning')
  const calls = answer.parts.flatMap((part) =>
    part.kind === 'tool-call'
      ? [{ id: part.id, type: 'function', function: { name: part.name, arguments: part.input } }]
      : [],
  )
  const message = {
    role: 'assistant',
    content: joined('text'),
    ...(reasoning === null ? {} : { reasoning_content: reasoning }),
    ...(calls.length === 0 ? {} : { tool_calls: calls }),
    refusal: null,
  }
  return {
    ...head(answer, 'chat.completion'),
    choices: [{ index: 0, message, logprobs: null, finish_reason: finishReasons[answer.finish] }],
    usage: usageOf(answer),
  }
}

function head({ id, created, model }: Answer, object: string): JsonObject {
  return { id: `chatcmpl-${id}`, object, created, model, service_tier: 'default', system_fingerprint: null }
}

/** Each part with the number of the next call. */
function numbered(parts: readonly AnswerPiece[]): readonly { readonly part: AnswerPiece; readonly call: number }[] {
  let call = 0
  return parts.map((part) => ({ part, call: part.kind === 'tool-call' ? call++ : call }))
}

function callStart({ id, name }: Extract<AnswerPiece, { kind: 'tool-call' }>, index: number): JsonObject {
  return { tool_calls: [{ index, id, type: 'function', function: { name, arguments: '' } }] }
}

function deltas(part: AnswerPiece, index: number): readonly JsonObject[] {
  switch (part.kind) {
    case 'text':
      return textPieces(part.text).map((content) => ({ content }))
    case 'reasoning':
      return textPieces(part.text).map((text) => ({ reasoning_content: text }))
    case 'tool-call':
      return inputPieces(part.input).map((input) => ({ tool_calls: [{ index, function: { arguments: input } }] }))
  }
}

function usageOf({ usage: { total, read, output, reasoning } }: Answer): JsonObject {
  return {
    prompt_tokens: total,
    completion_tokens: output,
    total_tokens: total + output,
    prompt_tokens_details: { cached_tokens: read, audio_tokens: 0 },
    completion_tokens_details: {
      reasoning_tokens: reasoning,
      audio_tokens: 0,
      accepted_prediction_tokens: 0,
      rejected_prediction_tokens: 0,
    },
  }
}
