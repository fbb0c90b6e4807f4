import type { Json, JsonObject } from '../core/content/json.ts'
import type { FilePart, ReasoningPart, TextPart, ToolCallPart } from '../core/content/part.ts'
import type { ModelRequest } from '../core/render/targets/model-message.ts'
import type { FinishReason, Usage } from '../history/calls/call.ts'

/** What a model is asked: a plan rendered for `ai-sdk`, and what goes beside it. */
export interface ModelCall {
  readonly prompt: ModelRequest
  readonly maxOutputTokens?: number
  readonly temperature?: number
  /** Options by provider, passed on as they are. */
  readonly providerOptions?: { readonly [provider: string]: JsonObject }
  readonly signal: AbortSignal
}

/** A piece of an answer that is complete, with its provider's data. */
export type AnswerPart = TextPart | ReasoningPart | ToolCallPart | FilePart

/**
 * What comes from a model while it answers. Deltas are for the eye; the answer is its parts, in the order in which they
 * began. `fault` says why a tool call's input could not be read; the input then is `{ unparsed: TEXT }`. `finish` is the
 * last, and only a stream with it is complete.
 */
export type ModelEvent =
  | { readonly kind: 'text-delta'; readonly text: string }
  | { readonly kind: 'reasoning-delta'; readonly text: string }
  /** The model began to write a call; its input is not complete yet. */
  | { readonly kind: 'tool-input-start'; readonly callId: string; readonly name: string }
  | { readonly kind: 'part'; readonly part: AnswerPart; readonly fault?: string }
  | {
      readonly kind: 'finish'
      readonly reason: FinishReason
      /** In the provider's word. */
      readonly rawReason: string | null
      readonly usage: Usage
      /** As it came; null where nothing came. */
      readonly rawUsage: Json | null
      readonly responseId: string | null
      /** The model that answered, as the provider names it. */
      readonly responseModel: string | null
    }

/** A language model, ready to be called. It never retries by itself. */
export interface LanguageModel {
  /** As in `provider:model`. */
  readonly provider: string
  readonly name: string
  /**
   * Asks once. Throws ModelFailure: also where the stream ends without `finish` (`cut-off`), where nothing comes for too
   * long (`timeout`), and where the signal was aborted (`aborted`).
   */
  stream(call: ModelCall): AsyncIterable<ModelEvent>
}
