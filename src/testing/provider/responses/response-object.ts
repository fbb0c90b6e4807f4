import type { JsonObject } from '../../../core/content/json.ts'
import type { Answer, AnswerPiece } from '../answer.ts'

/** How far a response or one of its items is. */
export type Status = 'in_progress' | 'completed' | 'incomplete' | 'failed'

const shortfalls: { readonly [finish: string]: string } = {
  length: 'max_output_tokens',
  'content-filter': 'content_filter',
}

/** How an answer ends. */
export function endOf({ finish }: Answer): 'completed' | 'incomplete' {
  return finish in shortfalls ? 'incomplete' : 'completed'
}

/** The response as it stands in the events around the items, and as it is answered without a stream. */
export function responseObject(answer: Answer, status: Status): JsonObject {
  const { request, usage } = answer
  const ended = status === 'completed' || status === 'incomplete'
  return {
    id: `resp_${answer.id}`,
    object: 'response',
    created_at: answer.created,
    status,
    background: false,
    error: null,
    incomplete_details: status === 'incomplete' ? { reason: shortfalls[answer.finish] } : null,
    instructions: request.instructions ?? null,
    max_output_tokens: request.max_output_tokens ?? null,
    metadata: request.metadata ?? {},
    model: answer.model,
    output: ended ? outputItems(answer) : [],
    parallel_tool_calls: request.parallel_tool_calls ?? true,
    previous_response_id: request.previous_response_id ?? null,
    reasoning: request.reasoning ?? { effort: null, summary: null },
    service_tier: 'default',
    store: request.store ?? true,
    temperature: request.temperature ?? 1,
    text: request.text ?? { format: { type: 'text' } },
    tool_choice: request.tool_choice ?? 'auto',
    tools: request.tools ?? [],
    top_p: request.top_p ?? 1,
    truncation: request.truncation ?? 'disabled',
    usage: ended
      ? {
          input_tokens: usage.total,
          input_tokens_details: { cached_tokens: usage.read },
          output_tokens: usage.output,
          output_tokens_details: { reasoning_tokens: usage.reasoning },
          total_tokens: usage.total + usage.output,
        }
      : null,
    user: null,
  }
}

/** Everything that the model said, as items. */
export function outputItems(answer: Answer): readonly JsonObject[] {
  return answer.parts.map((part, index) => itemOf(answer, part, index, 'completed'))
}

/** The id of an item. */
export function itemId({ id }: Answer, part: AnswerPiece, index: number): string {
  const prefix = { text: 'msg', reasoning: 'rs', 'tool-call': 'fc' }[part.kind]
  return `${prefix}_${id}${index}`
}

/** One item; while it is in progress there is nothing in it. */
export function itemOf(answer: Answer, part: AnswerPiece, index: number, status: Status): JsonObject {
  const id = itemId(answer, part, index)
  const begun = status === 'in_progress'
  switch (part.kind) {
    case 'text':
      return { id, type: 'message', status, role: 'assistant', content: begun ? [] : [textContent(part.text)] }
    case 'tool-call':
      return {
        id,
        type: 'function_call',
        status,
        arguments: begun ? '' : part.input,
        call_id: part.id,
        name: part.name,
      }
    case 'reasoning': {
      const summary = begun || part.text === '' ? [] : [{ type: 'summary_text', text: part.text }]
      return {
        id,
        type: 'reasoning',
        summary,
        ...(asksForContent(answer) ? { encrypted_content: part.signature } : {}),
      }
    }
  }
}

/** The text of a message item. */
export function textContent(text: string): JsonObject {
  return { type: 'output_text', annotations: [], logprobs: [], text }
}

/** Encrypted reasoning is sent only to those who ask for it. */
function asksForContent({ request }: Answer): boolean {
  const { include } = request
  return Array.isArray(include) && include.includes('reasoning.encrypted_content')
}
