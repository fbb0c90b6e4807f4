import type { ObjectSchema } from '../schema.ts'

/** A piece of input content. */
export type InputContent =
  | { type: 'input_text'; text: string }
  | { type: 'input_image'; detail: 'auto'; image_url?: string; file_id?: string }
  | { type: 'input_file'; filename?: string; file_data?: string; file_id?: string; file_url?: string }

/** One item of a Responses input. */
export type ResponsesItem =
  | { type: 'message'; role: 'user' | 'assistant' | 'system'; content: string | InputContent[] }
  | { type: 'function_call'; call_id: string; name: string; arguments: string }
  | { type: 'function_call_output'; call_id: string; output: string | InputContent[] }
  | { type: 'reasoning'; id: string; summary: { type: 'summary_text'; text: string }[] }

/** A tool definition. */
export type ResponsesTool = {
  type: 'function'
  name: string
  description?: string
  parameters: ObjectSchema
  strict: boolean
}

/** The body of a Responses request, as far as Heddle decides it. */
export type ResponsesRequest = {
  model?: string
  max_output_tokens?: number
  instructions?: string
  input: ResponsesItem[]
  tools?: ResponsesTool[]
}
