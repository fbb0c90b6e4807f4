import type { Json } from '../../core/content/json.ts'

/** The three wire formats that the loopback provider speaks. */
export type Wire = 'anthropic' | 'chat-completions' | 'responses'

/** A request as it came. */
export interface ReceivedRequest {
  /** The number of the request at this provider, from 1. */
  readonly number: number
  readonly wire: Wire
  readonly model: string
  readonly headers: { readonly [name: string]: string | undefined }
  readonly body: Json
  /** What was sent, in plain words: system, user, assistant, tool results; for scripts that look at it. */
  readonly messages: readonly { readonly role: 'system' | 'user' | 'assistant' | 'tool'; readonly text: string }[]
  /** The names of the tools that were offered. */
  readonly tools: readonly string[]
  /** All input in tokens, as the provider counts, and how many of these it has cached. */
  readonly tokens: number
  readonly cached: number
}

/** A piece of an answer. `input` may be a text that is no JSON: it goes out as it is. */
export type ReplyPart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'reasoning'; readonly text: string; readonly signature?: string }
  | {
      readonly kind: 'tool-call'
      readonly name: string
      readonly input: Json | { readonly raw: string }
      readonly id?: string
    }

/** What is answered. Without `finish` it is `tool-calls` where there are calls, else `stop`. */
export type Reply =
  | {
      readonly kind: 'answer'
      readonly parts: readonly ReplyPart[]
      readonly finish?: 'stop' | 'length' | 'tool-calls' | 'content-filter'
      /** Milliseconds before the first piece, and between pieces. Default 0. */
      readonly delay?: number
      readonly between?: number
    }
  /** An error before anything was sent. `retryAfter` in seconds goes into the header. `body` replaces the provider's usual form. */
  | {
      readonly kind: 'error'
      readonly status: number
      readonly message: string
      readonly type?: string
      readonly retryAfter?: number
      readonly body?: Json | string
    }
  /** An error in the middle of the stream, as the provider sends one, after so many pieces. */
  | {
      readonly kind: 'error-midway'
      readonly parts: readonly ReplyPart[]
      readonly after: number
      readonly message: string
      readonly type?: string
    }
  /**
   * The connection ends in the middle, after so many pieces: properly (`end`) or broken off (`reset`). Without parts it
   * ends before anything was answered.
   */
  | {
      readonly kind: 'cut'
      readonly parts: readonly ReplyPart[]
      readonly after: number
      readonly how: 'end' | 'reset'
    }
  /** Nothing more comes, after so many pieces (default: all), until the client goes away; without parts nothing at all. */
  | { readonly kind: 'hang'; readonly parts?: readonly ReplyPart[]; readonly after?: number }
  /** These bytes as an event stream. */
  | { readonly kind: 'bytes'; readonly text: string }

/** Says what is answered; `inTurn` makes one of a list. */
export type Script = (request: ReceivedRequest) => Reply | Promise<Reply>

/** The replies one after the other; the last one is given again and again. */
export function inTurn(...replies: readonly Reply[]): Script {
  let next = 0
  return () => replies[Math.min(next++, replies.length - 1)] ?? { kind: 'error', status: 500, message: 'no reply left' }
}

/** An answer of one text. */
export function says(text: string): Reply {
  return { kind: 'answer', parts: [{ kind: 'text', text }] }
}

/** An answer that calls tools. */
export function calls(...made: readonly { readonly name: string; readonly input: Json }[]): Reply {
  return { kind: 'answer', parts: made.map(({ name, input }) => ({ kind: 'tool-call', name, input })) }
}

/** A provider that listens on this machine alone. */
export interface LoopbackProvider {
  /** `http://127.0.0.1:PORT`; the base addresses of the clients are `${url}/v1` for all three wire formats. */
  readonly url: string
  readonly requests: readonly ReceivedRequest[]
  /** Answers by another script from now on. */
  use(script: Script): void
  close(): Promise<void>
}

/** What a provider is started with. */
export interface ProviderOptions {
  readonly script: Script
  /** Counts the tokens of a text. Default: `o200k_base`. */
  readonly count?: (text: string) => number
  /** Longer requests are answered with the provider's own error. Default: none is too long. */
  readonly window?: number
  /** Other keys are refused with 401. Default: every key is taken, and none at all, too. */
  readonly keys?: readonly string[]
}
