import type { Digest } from '../content/digest.ts'
import type { Json } from '../content/json.ts'
import type { Part } from '../content/part.ts'
import type { ContextPlan } from '../context-plan.ts'
import { assemble } from './assemble.ts'
import { blankLine } from './merge.ts'
import { toModelMessages } from './targets/ai-sdk.ts'
import { type AnthropicOptions, toAnthropic } from './targets/anthropic.ts'
import { toBufferText } from './targets/buffer.ts'
import { toChatCompletions } from './targets/chat-completions.ts'
import { toMarkdown } from './targets/markdown.ts'
import type { Rendered } from './targets/rendered.ts'
import { toResponses } from './targets/responses.ts'

/** What a plan can be rendered for, by name. */
export const renderTargets = ['chat-completions', 'responses', 'anthropic', 'ai-sdk', 'buffer', 'markdown'] as const

/** One of `renderTargets`. */
export type RenderTarget = (typeof renderTargets)[number]

/** What every renderer may be told; each takes what concerns it. */
export type RenderOptions = AnthropicOptions

/**
 * A plan with its contents as the request for a target: a JSON body for the providers, a text for `buffer` and
 * `markdown`. The same plan and contents give the same bytes as JSON. Throws `ContentMissing`.
 */
export function render(
  target: RenderTarget,
  plan: Pick<ContextPlan, 'kept'>,
  contents: ReadonlyMap<Digest, readonly Part[]>,
  options: RenderOptions = {},
): Rendered<Json> {
  switch (target) {
    case 'chat-completions':
      return toChatCompletions(assemble(plan, contents), options)
    case 'responses':
      return toResponses(assemble(plan, contents), options)
    case 'anthropic':
      return toAnthropic(assemble(plan, contents), options)
    case 'ai-sdk':
      return toModelMessages(assemble(plan, contents), options)
    case 'markdown':
      return { request: toMarkdown(assemble(plan, contents)), warnings: [] }
    case 'buffer': {
      const { system, text } = toBufferText(plan, contents)
      return { request: system === null ? text : system + blankLine + text, warnings: [] }
    }
    default:
      return target satisfies never
  }
}
