import type { Json, JsonObject } from '../../core/content/json.ts'
import type { Answer } from './answer.ts'
import type { PrefixCache } from './cached-prefixes.ts'
import type { Prompt } from './prompt.ts'
import type { ReceivedRequest, Wire } from './reply.ts'

/** One event of a stream. `data` that is a text goes out as it is. */
export interface Frame {
  readonly event?: string
  readonly data: JsonObject | string
  /** Whether it carries a piece of the answer: text, reasoning, or a tool's input. */
  readonly piece?: true
}

/** An answer as a stream: what comes before the first part, the parts, and what makes the answer complete. */
export interface Frames {
  readonly opening: readonly Frame[]
  readonly parts: readonly Frame[]
  readonly closing: readonly Frame[]
}

/** Why a request is not answered. `type` is the provider's word for it; without it, the one for the status. */
export interface Refusal {
  readonly status: number
  readonly message: string
  readonly type?: string | undefined
  /** Where the wire has a code beside the type. */
  readonly code?: string
  /** The parameter that is at fault, where the wire names it. */
  readonly param?: string
}

/** How one provider reads requests and writes answers. */
export interface WireFormat {
  readonly wire: Wire
  /** What the ids of calls begin with. */
  readonly callPrefix: string
  /** The key in the headers; undefined where there is none. */
  key(headers: ReceivedRequest['headers']): string | undefined
  /** What the model gets. Reads everything that it can make sense of, and never fails. */
  read(body: JsonObject): Prompt
  /** What the provider finds wrong. */
  check(body: JsonObject, headers: ReceivedRequest['headers']): Refusal | null
  wrongKey(): Refusal
  /** Says so where a request of so many tokens does not fit. */
  tooLong(body: JsonObject, tokens: number, window: number): Refusal | null
  cache(count: (text: string) => number): PrefixCache
  frames(answer: Answer): Frames
  /** The answer in one piece. */
  whole(answer: Answer): JsonObject
  error(refusal: Refusal, id: string): Json
  /** An error in the middle of a stream, after so many events. */
  failure(answer: Answer, error: { readonly message: string; readonly type?: string | undefined }, after: number): Frame
  /** Told of each answer that was completed. */
  answered?(body: JsonObject, answer: Answer): void
}
