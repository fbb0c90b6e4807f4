import type { Provider } from './provider.ts'

const ollama = local(11434)

/** Providers that need no settings, by the name that stands in front of a model's. Source: each provider's API reference. */
export const builtInProviders: ReadonlyMap<string, Provider> = new Map<string, Provider>([
  ['anthropic', { api: 'anthropic', baseUrl: 'https://api.anthropic.com/v1', keyFrom: 'ANTHROPIC_API_KEY' }],
  ['openai', { api: 'responses', baseUrl: 'https://api.openai.com/v1', keyFrom: 'OPENAI_API_KEY' }],
  ['google', hosted('https://generativelanguage.googleapis.com/v1beta/openai', 'GEMINI_API_KEY')],
  ['mistral', { ...hosted('https://api.mistral.ai/v1', 'MISTRAL_API_KEY'), tellsUsage: true, nineLetterIds: true }],
  ['deepseek', hosted('https://api.deepseek.com/v1', 'DEEPSEEK_API_KEY')],
  ['qwen', hosted('https://dashscope-intl.aliyuncs.com/compatible-mode/v1', 'DASHSCOPE_API_KEY')],
  ['xai', hosted('https://api.x.ai/v1', 'XAI_API_KEY')],
  ['groq', hosted('https://api.groq.com/openai/v1', 'GROQ_API_KEY')],
  ['openrouter', hosted('https://openrouter.ai/api/v1', 'OPENROUTER_API_KEY')],
  // The table calls open models by this name; Ollama is where most people run them.
  ['local', ollama],
  ['ollama', ollama],
  ['llamacpp', local(8080)],
  ['lmstudio', local(1234)],
  ['vllm', local(8000)],
])

function hosted(baseUrl: string, keyFrom: string): Provider {
  return { api: 'chat-completions', baseUrl, keyFrom }
}

function local(port: number): Provider {
  return { api: 'chat-completions', baseUrl: `http://127.0.0.1:${port}/v1`, keyFrom: null }
}
