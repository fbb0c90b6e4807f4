import type { ObjectSchema } from '../schema.ts'

/** A piece of a message's content. */
export type ChatContent =
  | { type: 'text'; text: string }
  | { type: 'image_url'; image_url: { url: string } }
  | { type: 'input_audio'; input_audio: { data: string; format: 'wav' | 'mp3' } }
  | { type: 'file'; file: { filename?: string; file_data?: string; file_id?: string } }

/** Content that a model may have said. */
export type ChatText = Extract<ChatContent, { type: 'text' }>

/** A call as the model made it; `arguments` is JSON. */
export type ChatToolCall = { type: 'function'; id: string; function: { name: string; arguments: string } }

/** One message of a Chat Completions request. */
export type ChatMessage =
  | { role: 'system'; content: string }
  | { role: 'user'; content: string | ChatContent[] }
  | { role: 'assistant'; content: string | ChatText[] | null; tool_calls?: ChatToolCall[] }
  | { role: 'tool'; tool_call_id: string; content: string }

/** A tool definition. */
export type ChatTool = {
  type: 'function'
  function: { name: string; description?: string; parameters: ObjectSchema }
}

/** The body of a Chat Completions request, as far as Heddle decides it. */
export type ChatRequest = {
  model?: string
  max_completion_tokens?: number
  messages: ChatMessage[]
  tools?: ChatTool[]
}
