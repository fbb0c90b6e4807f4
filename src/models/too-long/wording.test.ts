import { describe, expect, it } from 'vitest'
import { readTooLong } from '../too-long.ts'

type Case = readonly [provider: string, words: string, figures?: readonly [size: number, limit: number]]

const clear: readonly Case[] = [
  ['Anthropic', 'prompt is too long: 213462 tokens > 200000 maximum', [213462, 200000]],
  [
    'Anthropic',
    'input length and `max_tokens` exceed context limit: 178959 + 64000 > 200000, decrease input length or `max_tokens` and try again',
    [242959, 200000],
  ],
  ['Anthropic', 'Request exceeds the maximum size'],
  ['Anthropic', 'Request size exceeds model context window'],
  [
    'OpenAI',
    "This model's maximum context length is 4097 tokens. However, you requested 4268 tokens (4012 in the messages, 256 in the completion). Please reduce the length of the messages or completion.",
    [4268, 4097],
  ],
  [
    'OpenAI',
    "This model's maximum context length is 8,192 tokens. However, your messages resulted in 10,400 tokens (9,600 in the messages, 800 in the functions).",
    [10400, 8192],
  ],
  ['OpenAI', 'Your input exceeds the context window of this model. Please adjust your input and try again.'],
  [
    'OpenAI',
    'Input tokens exceed the configured limit of 272000 tokens. Your messages resulted in 300123 tokens.',
    [300123, 272000],
  ],
  [
    'OpenAI',
    "Invalid 'messages[0].content': string too long. Expected a string with maximum length 1048576, but got a string with length 1200000 instead.",
  ],
  [
    'Azure',
    "This model's maximum context length is 4097 tokens, however you requested 4569 tokens (3545 in your prompt; 1024 for the completion).",
    [4569, 4097],
  ],
  ['GitHub', 'Request body too large for gpt-4o model. Max size: 8000 tokens.'],
  ['Copilot', 'prompt token count of 93860 exceeds the limit of 90000', [93860, 90000]],
  [
    'OpenRouter',
    "This endpoint's maximum context length is 131072 tokens. However, you requested about 138956 tokens (7884 of text input, 131072 in the output).",
    [138956, 131072],
  ],
  ['Bedrock', 'The model returned the following errors: Input is too long for requested model.'],
  ['Bedrock', 'Too many input tokens. Max input tokens: 300000, request input token count: 412345', [412345, 300000]],
  [
    'Bedrock',
    'Malformed input request: expected maxLength: 2000000, actual: 2345678, please reformat your input and try again.',
  ],
  ['Bedrock', 'Number of input tokens exceeds maximum length. Please update the input to try again.'],
  [
    'Gemini',
    'The input token count (1300000) exceeds the maximum number of tokens allowed (1048575).',
    [1300000, 1048575],
  ],
  ['Gemini', 'The input token count exceeds the maximum number of tokens allowed (1048576).'],
  [
    'Vertex',
    'Unable to submit request because the input token count is 1200000 but model only supports up to 1048576. Reduce the input token count and try again.',
    [1200000, 1048576],
  ],
  ['Vertex', 'Request payload size exceeds the limit: 10485760 bytes.'],
  [
    'Cerebras',
    'Please reduce the length of the messages or completion. Current length is 8400 while limit is 8192',
    [8400, 8192],
  ],
  ['Groq', 'Please reduce the length of the messages or completion.'],
  [
    'llama.cpp',
    'the request exceeds the available context size. try increasing the context size or enable context shift',
  ],
  [
    'llama.cpp',
    'request (14429 tokens) exceeds the available context size (8192 tokens), try increasing it',
    [14429, 8192],
  ],
  ['llama-cpp-python', 'Requested tokens (2048) exceed context window of 512', [2048, 512]],
  [
    'LM Studio',
    'Trying to keep the first 5000 tokens when context the overflows. However, the model is loaded with context length of only 4096 tokens',
    [5000, 4096],
  ],
  ['LM Studio', 'The number of tokens to keep from the initial prompt is greater than the context length.'],
  ['vLLM', 'The decoder prompt (length 21535) is longer than the maximum model length of 16384.', [21535, 16384]],
  ['vLLM', 'The prompt (total length 25938) is too long to fit into the model (context length 4096).', [25938, 4096]],
  [
    'vLLM',
    "This model's maximum context length is 262144 tokens. However, you requested 128000 output tokens and your prompt contains at least 134145 input tokens, for a total of at least 262145 tokens.",
    [262145, 262144],
  ],
  [
    'vLLM',
    "This model's maximum context length is 2048 tokens. However, your request has 8 input tokens plus 2045 'max_tokens'. (value=(8, 2045))",
    [2053, 2048],
  ],
  [
    'vLLM',
    "'max_tokens' is too large: 50000. This model's maximum context length is 32768 tokens and your request has 1234 input tokens (50000 > 32768 - 1234).",
    [51234, 32768],
  ],
  [
    'vLLM',
    "You passed 13439 input characters and requested 4096 output tokens. However, the model's context length is only 4096 tokens, resulting in a maximum input length of 0 tokens (at most 0 characters).",
  ],
  [
    'vLLM',
    "You passed 4000 input tokens and requested 1000 output tokens. However, the model's context length is only 4096 tokens, resulting in a maximum input length of 3096 tokens.",
    [5000, 4096],
  ],
  ['SGLang', "The input (61709 tokens) is longer than the model's context length (40960 tokens).", [61709, 40960]],
  ['SGLang', 'Input length (160062 tokens) exceeds the maximum allowed length (59862 tokens).', [160062, 59862]],
  [
    'SGLang',
    "Requested token count exceeds the model's maximum context length of 131072 tokens. You requested a total of 140000 tokens: 136000 tokens from the input messages and 4000 tokens for the completion.",
    [140000, 131072],
  ],
  ['Ollama', 'prompt too long; exceeded max context length by 1200 tokens'],
  ['Ollama', 'the input length exceeds the context length'],
  [
    'Mistral',
    'Prompt contains 40000 tokens and 0 draft tokens, too large for model with 32768 maximum context length',
    [40000, 32768],
  ],
  ['xAI', "This model's maximum prompt length is 131072 but the request contains 537812 tokens.", [537812, 131072]],
  [
    'Together',
    'Input validation error: `inputs` tokens + `max_new_tokens` must be <= 8193. Given: 10000 `inputs` tokens and 512 `max_new_tokens`',
    [10512, 8193],
  ],
  ['Hugging Face', 'Input validation error: `inputs` must have less than 4096 tokens. Given: 4545', [4545, 4096]],
  [
    'Moonshot',
    'Invalid request: Your request exceeded model token limit: 262144 (requested: 269030)',
    [269030, 262144],
  ],
  ['MiniMax', 'invalid params, context window exceeds limit (2013)'],
  ['DashScope', '<400> InternalError.Algo.InvalidParameter: Range of input length should be [1, 30720]'],
  ['Fireworks', 'The prompt is too long: 40177, model maximum context length: 32767', [40177, 32767]],
  [
    'Cohere',
    'too many tokens: total number of tokens (prompt and prediction) cannot exceed 2048 - received 6354.',
    [6354, 2048],
  ],
  ['Zhipu', 'Prompt exceeds max length'],
  [
    'transformers',
    'Token indices sequence length is longer than the specified maximum sequence length for this model (2214 > 1998)',
    [2214, 1998],
  ],
  ['LiteLLM', 'litellm.ContextWindowExceededError: OpenAIException'],
  ['a code', 'context_length_exceeded'],
  ['a code', 'model_max_prompt_tokens_exceeded'],
  ['a code', 'request_too_large'],
  ['other signs', 'prompt tokens (140_000) + max_tokens (8_000) exceeds context length (131’072)', [148000, 131072]],
  ['other signs', '1.310.720 tokens exceeds the maximum context window of 1.048.576 tokens', [1310720, 1048576]],
]

const other: readonly string[] = [
  'max_tokens must be less than or equal to `16384`, the maximum value for `max_tokens` is less than the `context_window` for this model',
  'max_tokens is too large: 32768. This model supports at most 16384 completion tokens, whereas you provided 32768.',
  'max_tokens: 64000 > 32000, which is the maximum allowed number of output tokens',
  'The maximum tokens you requested exceeds the model limit of 4096. Try again with a maximum tokens value that is lower than 4096.',
  'Invalid max_tokens value, the valid range of max_tokens is [1, 8192]',
  'Invalid parameter: maximum context length must be positive',
  'context_window must not exceed 32768',
  'Invalid value for context_length: expected an integer',
  "Invalid 'messages[3].tool_calls[0].id': string too long. Expected a string with maximum length 40, but got a string with length 41 instead.",
  "Invalid 'tools[0].function.name': string too long. Expected a string with maximum length 64, but got a string with length 80 instead.",
  'messages.0.content.1.image.source.base64: image exceeds 5 MB maximum: 6000000 bytes > 5242880 bytes',
  'messages.2: `tool_use` ids were found without `tool_result` blocks immediately after: toolu_1.',
  "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'.",
  'Too many tokens, please wait before trying again.',
  'Too many tokens per day, please wait before trying again.',
  'Request too large for m on tokens per min (TPM): Limit 30000, Requested 342389. The input or output tokens must be reduced in order to run successfully.',
  'This request would exceed the rate limit of 40,000 input tokens',
  'This request requires more credits, or fewer max_tokens. You requested up to 32000 tokens, but can only afford 1234.',
  'Daily token limit exceeded',
  'You exceeded your current quota, please check your plan and billing details.',
  'The response exceeded the maximum output token limit',
  'Authorization token is too long',
  'Request Header Fields Too Large',
  'Request took too long',
  'context deadline exceeded',
  'Invalid API key',
]

describe('the wordings of providers', () => {
  for (const [provider, message, figures] of clear) {
    it(`says too long: ${provider}, ${message}`, () => {
      const expected = { figures: figures ? { size: figures[0], limit: figures[1] } : null }
      expect(readTooLong({ status: 400, error: { message } })).toEqual(expected)
      expect(readTooLong(new Error(message))).toEqual(expected)
    })
  }

  it.each(other)('says something else: %s', (message) => {
    expect(readTooLong({ status: 400, error: { message } })).toBeNull()
    expect(readTooLong(new Error(message))).toBeNull()
  })
})
