import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Json } from '../../core/content/json.ts'
import { type ProviderState, refuseKey } from './answer-request.ts'
import { anthropicFormat } from './anthropic/anthropic-format.ts'
import { chatFormat } from './chat-completions/chat-format.ts'
import { headersOf, sendJson, sendRefusal } from './http.ts'

/** Lists models: `loopback`, and the ones that were asked for. Every other is known too. */
export function answerModels(state: ProviderState, request: IncomingMessage, response: ServerResponse): void {
  const headers = headersOf(request)
  const format = headers['anthropic-version'] === undefined ? chatFormat : anthropicFormat
  const refusal = refuseKey(state, format, headers)
  if (refusal) sendRefusal(response, format, refusal, '0')
  else sendJson(response, 200, format === chatFormat ? openaiList(state) : anthropicList(state))
}

function namesIn({ requests }: ProviderState): readonly string[] {
  return [...new Set(['loopback', ...requests.map(({ model }) => model)])]
}

function openaiList(state: ProviderState): Json {
  const data = namesIn(state).map((id) => ({ id, object: 'model', created: 0, owned_by: 'loopback' }))
  return { object: 'list', data }
}

function anthropicList(state: ProviderState): Json {
  const names = namesIn(state)
  const data = names.map((id) => ({ type: 'model', id, display_name: id, created_at: '1970-01-01T00:00:00Z' }))
  return { data, has_more: false, first_id: names.at(0) ?? null, last_id: names.at(-1) ?? null }
}
