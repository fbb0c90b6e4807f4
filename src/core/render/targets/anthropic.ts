import type { Part } from '../../content/part.ts'
import { withCallIds } from '../call-ids.ts'
import { groupParts, type PlacedPart, placeMessages } from '../merge.ts'
import type { Message, Prompt } from '../message.ts'
import { plainText } from '../plain-text.ts'
import { objectSchema } from '../schema.ts'
import { blockOf, hasBlock } from './anthropic-block.ts'
import type { AnthropicRequest } from './anthropic-request.ts'
import { withBreakpoints, withFewBreakpoints } from './cache-breakpoints.ts'
import type { Rendered, RequestOptions } from './rendered.ts'

const callIds = { refused: /[^a-zA-Z0-9_-]/g, longest: 64 }

/** What an Anthropic request says beside the prompt. */
export interface AnthropicOptions extends RequestOptions {
  /** Sets cache breakpoints where sections end, four at the most. Default: none. */
  readonly cacheBreakpoints?: boolean
}

/**
 * A prompt as an Anthropic Messages request. The system text has its field; a system message in the middle stays where it
 * is, as marked text of the user's. Results stand first in the user message behind their calls. Reasoning goes back only
 * with its signature, unchanged.
 */
export function toAnthropic(
  prompt: Prompt,
  { model, maxTokens, cacheBreakpoints = false }: AnthropicOptions = {},
): Rendered<AnthropicRequest> {
  const sent = placeMessages(prompt.messages)
    .filter(({ part, role }) => hasBlock(part, role))
    .map(asSpoken)
  const messages = withCallIds(groupParts(sent), callIds)
  const plain: AnthropicRequest = {
    ...(model === undefined ? {} : { model }),
    ...(maxTokens === undefined ? {} : { max_tokens: maxTokens }),
    ...(prompt.system === null ? {} : { system: prompt.system }),
    messages: messages.map(({ role, parts }) => ({
      role: role === 'assistant' ? 'assistant' : 'user',
      content: parts.map((part) => blockOf(part, role)),
    })),
  }
  if (prompt.tools.length > 0) {
    plain.tools = prompt.tools.map(({ name, description, inputSchema }) => ({
      name,
      ...(description === undefined ? {} : { description }),
      input_schema: objectSchema(inputSchema),
    }))
  }
  const { request, removed } = cacheBreakpoints
    ? { request: withBreakpoints(plain, messages), removed: 0 }
    : withFewBreakpoints(plain)
  return { request, warnings: warningsOf(messages, removed) }
}

/** A system message's part as the user's, marked, so that the model can tell it from what a person said. */
function asSpoken(placed: PlacedPart): PlacedPart {
  if (placed.role !== 'system') return placed
  return { ...placed, role: 'user', part: markedSystem(placed.part) }
}

function markedSystem(part: Part): Part {
  const text = part.kind === 'text' && part.provider === undefined ? plainText(part) : undefined
  return text === undefined ? part : { kind: 'text', text: `<system>\n${text}\n</system>` }
}

function warningsOf(messages: readonly Message[], removed: number): string[] {
  const warnings: string[] = []
  if (messages[0]?.role === 'assistant') {
    warnings.push(
      "The first message is the assistant's. Anthropic wants a user message first: put one ahead, or exclude it.",
    )
  }
  if (messages.at(-1)?.role === 'assistant') {
    warnings.push(
      "The last message is the assistant's. Anthropic takes it for the beginning of the answer, and some models refuse it.",
    )
  }
  if (removed > 0)
    warnings.push(`${removed} cache breakpoints of the imported blocks were left out: four are the most.`)
  return warnings
}
