import type { JsonObject } from '../../../core/content/json.ts'
import { automaticPrefixes } from '../cached-prefixes.ts'
import { bearer, openaiError, wrongKey } from '../openai-errors.ts'
import type { Refusal, WireFormat } from '../wire-format.ts'
import { checkChat } from './check.ts'
import { chatCompletion, chatFrames } from './frames.ts'
import { readChat } from './read.ts'

/** OpenAI's Chat Completions, as compatible servers speak them too. */
export const chatFormat: WireFormat = {
  wire: 'chat-completions',
  callPrefix: 'call_',
  key: bearer,
  read: readChat,
  check: checkChat,
  wrongKey,
  tooLong,
  cache: automaticPrefixes,
  frames: chatFrames,
  whole: chatCompletion,
  error: openaiError,
  failure: (_answer, { message, type }) => ({ data: openaiError({ status: 500, message, type }) }),
}

function tooLong(body: JsonObject, tokens: number, window: number): Refusal | null {
  const longest = Number(body.max_completion_tokens ?? body.max_tokens ?? 0)
  if (tokens + longest <= window) return null
  const asked =
    longest > 0
      ? `you requested ${tokens + longest} tokens (${tokens} in the messages, ${longest} in the completion). Please reduce the length of the messages or completion.`
      : `your messages resulted in ${tokens} tokens. Please reduce the length of the messages.`
  return {
    status: 400,
    message: `This model's maximum context length is ${window} tokens. However, ${asked}`,
    code: 'context_length_exceeded',
    param: 'messages',
  }
}
