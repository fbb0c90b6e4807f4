/** How a provider is spoken to: Anthropic's Messages, OpenAI's Responses, or OpenAI's Chat Completions. */
export type ProviderApi = 'anthropic' | 'responses' | 'chat-completions'

/** A provider that is reached over HTTP. */
export interface Provider {
  readonly api: ProviderApi
  /** Without a slash at the end; the paths of the API follow. */
  readonly baseUrl: string
  /** The environment variable that holds the key; null where none is sent. */
  readonly keyFrom: string | null
  /** Sent with every request. */
  readonly headers?: { readonly [name: string]: string }
  /** It refuses to be asked for usage in a stream, and says it without. */
  readonly tellsUsage?: true
  /** It takes no ids of calls but those of nine letters and digits. */
  readonly nineLetterIds?: true
}
