import type { JsonObject } from '../../../core/content/json.ts'
import type { Answer, AnswerPiece } from '../answer.ts'
import { inputPieces, textPieces } from '../pieces.ts'
import type { Frame, Frames } from '../wire-format.ts'
import { endOf, itemId, itemOf, responseObject, textContent } from './response-object.ts'

interface Event extends JsonObject {
  readonly type: string
}

/** An event, with or without a piece of the answer. */
interface Step {
  readonly event: Event
  readonly piece?: true
}

/** The events of an answer, numbered from 0. */
export function responsesFrames(answer: Answer): Frames {
  let number = 0
  const numbered = ({ event, piece }: Step): Frame => ({
    event: event.type,
    data: { ...event, sequence_number: number++ },
    ...(piece ? { piece } : {}),
  })
  const end = endOf(answer)
  const begun = responseObject(answer, 'in_progress')
  return {
    opening: [
      { event: { type: 'response.created', response: begun } },
      { event: { type: 'response.in_progress', response: begun } },
    ].map(numbered),
    parts: answer.parts.flatMap((part, index) => itemSteps(answer, part, index)).map(numbered),
    closing: [{ event: { type: `response.${end}`, response: responseObject(answer, end) } }].map(numbered),
  }
}

/** How a response fails in the middle, after so many events. */
export function failedFrame(answer: Answer, message: string, code: string, after: number): Frame {
  const response = { ...responseObject(answer, 'failed'), error: { code, message } }
  return { event: 'response.failed', data: { type: 'response.failed', sequence_number: after, response } }
}

function itemSteps(answer: Answer, part: AnswerPiece, index: number): readonly Step[] {
  const item = (status: 'in_progress' | 'completed'): JsonObject => itemOf(answer, part, index, status)
  return [
    { event: { type: 'response.output_item.added', output_index: index, item: item('in_progress') } },
    ...contentSteps(part, { item_id: itemId(answer, part, index), output_index: index }),
    { event: { type: 'response.output_item.done', output_index: index, item: item('completed') } },
  ]
}

function contentSteps(part: AnswerPiece, at: JsonObject): readonly Step[] {
  switch (part.kind) {
    case 'text':
      return textSteps(part.text, { ...at, content_index: 0 })
    case 'reasoning':
      return part.text === '' ? [] : summarySteps(part.text, { ...at, summary_index: 0 })
    case 'tool-call':
      return [
        ...inputPieces(part.input).map((delta): Step => piece('response.function_call_arguments.delta', at, { delta })),
        { event: { type: 'response.function_call_arguments.done', ...at, arguments: part.input } },
      ]
  }
}

function textSteps(text: string, at: JsonObject): readonly Step[] {
  return [
    { event: { type: 'response.content_part.added', ...at, part: textContent('') } },
    ...textPieces(text).map((delta): Step => piece('response.output_text.delta', at, { delta, logprobs: [] })),
    { event: { type: 'response.output_text.done', ...at, text, logprobs: [] } },
    { event: { type: 'response.content_part.done', ...at, part: textContent(text) } },
  ]
}

function summarySteps(text: string, at: JsonObject): readonly Step[] {
  const part = (said: string): JsonObject => ({ type: 'summary_text', text: said })
  return [
    { event: { type: 'response.reasoning_summary_part.added', ...at, part: part('') } },
    ...textPieces(text).map((delta): Step => piece('response.reasoning_summary_text.delta', at, { delta })),
    { event: { type: 'response.reasoning_summary_text.done', ...at, text } },
    { event: { type: 'response.reasoning_summary_part.done', ...at, part: part(text) } },
  ]
}

function piece(type: string, at: JsonObject, rest: JsonObject): Step {
  return { event: { type, ...at, ...rest }, piece: true }
}
