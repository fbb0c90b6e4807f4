import { automaticPrefixes } from '../cached-prefixes.ts'
import { bearer, openaiError, wrongKey } from '../openai-errors.ts'
import type { WireFormat } from '../wire-format.ts'
import { checkResponses } from './check.ts'
import { failedFrame, responsesFrames } from './frames.ts'
import { keptItems } from './kept-items.ts'
import { readResponses } from './read.ts'
import { endOf, outputItems, responseObject } from './response-object.ts'

/** OpenAI's Responses. What is answered is kept as long as this is, so that later requests may name it. */
export function responsesFormat(): WireFormat {
  const kept = keptItems()
  return {
    wire: 'responses',
    callPrefix: 'call_',
    key: bearer,
    read: (body) => readResponses(body, kept.expand(body)),
    check: (body) => kept.missing(body) ?? checkResponses(body, kept.expand(body)),
    wrongKey,
    tooLong: (_body, tokens, window) =>
      tokens > window
        ? {
            status: 400,
            message: `Input tokens exceed the configured limit of ${window} tokens. Your messages resulted in ${tokens} tokens. Please reduce the length of the messages.`,
            code: 'context_length_exceeded',
            param: 'input',
          }
        : null,
    cache: automaticPrefixes,
    frames: responsesFrames,
    whole: (answer) => responseObject(answer, endOf(answer)),
    error: openaiError,
    failure: (answer, { message, type }, after) => failedFrame(answer, message, type ?? 'server_error', after),
    answered: (body, answer) => kept.keep(body, `resp_${answer.id}`, outputItems(answer)),
  }
}
