import type { Json } from '../../src/core/content/json.ts'

/** The texts of a request for Chat Completions; null stands for an image or a sound, which has no text to count. */
export interface RequestTexts {
  readonly texts: readonly (string | null)[]
  readonly messages: number
}

/** Finds every text that a model reads: contents, names and inputs of calls, results, and tool definitions. */
export function textsIn(request: Json): RequestTexts {
  const messages = list(field(request, 'messages'))
  const tools = list(field(request, 'tools')).map((tool) => JSON.stringify(field(tool, 'function') ?? tool))
  return { texts: [...tools, ...messages.flatMap(textsOfMessage)], messages: messages.length }
}

function textsOfMessage(message: Json): (string | null)[] {
  const calls = list(field(message, 'tool_calls')).flatMap((call) => {
    const called = field(call, 'function') ?? null
    return [field(called, 'name'), field(called, 'arguments')]
  })
  return [...contentTexts(field(message, 'content')), ...calls.filter((text) => typeof text === 'string')]
}

function contentTexts(content: Json | undefined): (string | null)[] {
  if (typeof content === 'string') return [content]
  return list(content).map((part) => {
    const text = field(part, 'text')
    return typeof text === 'string' ? text : null
  })
}

function field(value: Json, key: string): Json | undefined {
  return typeof value === 'object' && value !== null && !isList(value) ? value[key] : undefined
}

function list(value: Json | undefined): readonly Json[] {
  return value !== undefined && isList(value) ? value : []
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value)
}
