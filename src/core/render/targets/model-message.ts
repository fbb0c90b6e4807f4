import type { ObjectSchema } from '../schema.ts'

/** A JSON value as the AI SDK types it. */
export type SdkJson = null | string | number | boolean | SdkJson[] | SdkObject

/** A JSON object as the AI SDK types it. */
export type SdkObject = { [key: string]: SdkJson | undefined }

/** Data for providers, by name. */
type WithOptions = { providerOptions?: { [provider: string]: SdkObject } }

/** Text. */
export type SdkText = WithOptions & { type: 'text'; text: string }

/** An image, a sound or a file, by its address or its bytes in base64. */
export type SdkFile = WithOptions & { type: 'file'; data: string; mediaType: string; filename?: string }

/** An image whose type the SDK finds out. */
export type SdkImage = WithOptions & { type: 'image'; image: string; mediaType?: string }

/** Reasoning. */
export type SdkReasoning = WithOptions & { type: 'reasoning'; text: string }

/** A call. */
export type SdkToolCall = WithOptions & { type: 'tool-call'; toolCallId: string; toolName: string; input: SdkJson }

/** A piece of a result that is more than text. */
export type SdkResultContent =
  | { type: 'text'; text: string }
  | { type: 'file-data'; data: string; mediaType: string; filename?: string }
  | { type: 'file-url'; url: string; mediaType?: string }

/** What a result says. */
export type SdkOutput =
  | { type: 'text'; value: string }
  | { type: 'error-text'; value: string }
  | { type: 'content'; value: SdkResultContent[] }

/** A result. */
export type SdkToolResult = WithOptions & {
  type: 'tool-result'
  toolCallId: string
  toolName: string
  output: SdkOutput
}

/** A message as the AI SDK takes it: assignable to its `ModelMessage`. */
export type ModelMessage =
  | (WithOptions & { role: 'system'; content: string })
  | { role: 'user'; content: string | (SdkText | SdkFile | SdkImage)[] }
  | { role: 'assistant'; content: string | (SdkText | SdkReasoning | SdkToolCall)[] }
  | { role: 'tool'; content: SdkToolResult[] }

/** A tool definition as the AI SDK hands it to a model. */
export type SdkTool = WithOptions & { type: 'function'; name: string; description?: string; inputSchema: ObjectSchema }

/** Messages for the AI SDK. The system text is the first of them; pass them with `allowSystemInMessages`. */
export type ModelRequest = { allowSystemInMessages?: true; messages: ModelMessage[]; tools?: SdkTool[] }
