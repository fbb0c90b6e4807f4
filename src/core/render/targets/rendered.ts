/** A request, and what its provider would refuse or not see in it. */
export interface Rendered<Request> {
  readonly request: Request
  readonly warnings: readonly string[]
}

/** What a request says beside the prompt. What is absent is left out of the request, for the caller to add. */
export interface RequestOptions {
  readonly model?: string
  /** The longest answer, in tokens. */
  readonly maxTokens?: number
}
