import type { AnswerPart, LanguageModel, ModelCall, ModelEvent } from '../models/language-model.ts'

/** What a scripted model does with one call: gives events, and throws where it fails. */
export type ModelScript = (call: ModelCall, number: number) => Iterable<ModelEvent> | AsyncIterable<ModelEvent>

/** A language model that answers by a script, without a network: a double for the port. `calls` are what it was asked. */
export function scriptedModel(script: ModelScript): LanguageModel & { readonly calls: readonly ModelCall[] } {
  const calls: ModelCall[] = []
  return {
    provider: 'scripted',
    name: 'scripted',
    calls,
    async *stream(call) {
      calls.push(call)
      yield* script(call, calls.length)
    },
  }
}

/** The events of an answer that is complete: its parts, each with its text as one delta, and the end. */
export function* answerOf(...parts: readonly AnswerPart[]): Iterable<ModelEvent> {
  for (const part of parts) {
    if (part.kind === 'text') yield { kind: 'text-delta', text: part.text }
    if (part.kind === 'tool-call') yield { kind: 'tool-input-start', callId: part.callId, name: part.name }
    yield { kind: 'part', part }
  }
  yield {
    kind: 'finish',
    reason: parts.some(({ kind }) => kind === 'tool-call') ? 'tool-calls' : 'stop',
    rawReason: null,
    usage: { input: 10, cachedRead: 0, cacheWrite: 0, output: 5, reasoning: 0 },
    rawUsage: { input_tokens: 10, output_tokens: 5 },
    responseId: null,
    responseModel: null,
  }
}
