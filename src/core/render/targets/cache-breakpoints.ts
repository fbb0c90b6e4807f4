import type { Part } from '../../content/part.ts'
import type { Message } from '../message.ts'
import type { AnthropicBlock, AnthropicMessage, AnthropicRequest } from './anthropic-request.ts'

/** How many breakpoints a request may have. */
const most = 4
/** A breakpoint in the provider's own words. */
const breakpoint = { cache_control: { type: 'ephemeral' } } as const
/** A breakpoint in the words of the AI SDK, among the data of the provider `anthropic`. */
export const sdkBreakpoint = { cacheControl: { type: 'ephemeral' } } as const

/**
 * The request with breakpoints behind the tools, behind the system text, and behind the last sections that end in the
 * messages, four at the most. Breakpoints that came with the blocks are replaced. `messages` are those of the request,
 * with a block for each part.
 */
export function withBreakpoints(request: AnthropicRequest, messages: readonly Message[]): AnthropicRequest {
  const { system, tools = [] } = request
  const marked: AnthropicRequest = { ...request }
  let left = most
  const lastTool = tools.at(-1)
  if (lastTool) {
    marked.tools = [...tools.slice(0, -1), { ...lastTool, ...breakpoint }]
    left--
  }
  if (typeof system === 'string') {
    marked.system = [{ type: 'text', text: system, ...breakpoint }]
    left--
  }
  const places = sectionEnds(
    messages,
    (message, at) => !`${request.messages[message]?.content[at]?.type ?? 'thinking'}`.includes('thinking'),
  ).slice(-left)
  marked.messages = mapBlocks(request.messages, (block, place) =>
    places.includes(place) ? { ...withoutBreakpoint(block), ...breakpoint } : withoutBreakpoint(block),
  )
  return marked
}

/** The request with only the last four of the breakpoints that came with its blocks, and how many went. */
export function withFewBreakpoints(request: AnthropicRequest): {
  readonly request: AnthropicRequest
  readonly removed: number
} {
  let count = 0
  mapBlocks(request.messages, (block) => {
    count += countOf(block)
    return block
  })
  let removed = 0
  const messages =
    count <= most
      ? request.messages
      : mapBlocks(request.messages, (block) => {
          const own = countOf(block)
          if (own === 0 || removed >= count - most) return block
          removed += own
          return withoutBreakpoint(block)
        })
  return { request: { ...request, messages }, removed }
}

/**
 * The messages with breakpoints in the words of the AI SDK on the parts behind which sections end: the last of them, as
 * many as are left where `taken` stand elsewhere. Breakpoints that came with the parts are replaced.
 */
export function withPartBreakpoints(messages: readonly Message[], taken: number): Message[] {
  const places = sectionEnds(messages, (message, at) => messages[message]?.parts[at]?.kind !== 'reasoning')
  const marked = places.slice(taken - most)
  return messages.map((message, number) => ({
    ...message,
    parts: message.parts.map((part, at) => withPartBreakpoint(part, marked.includes(`${number}:${at}`))),
  }))
}

function withPartBreakpoint(part: Part, isMarked: boolean): Part {
  const { anthropic, ...others } = part.provider ?? {}
  if (!isMarked && anthropic === undefined) return part
  const { cacheControl: _, cache_control: __, ...bare } = anthropic ?? {}
  const data = isMarked ? { ...bare, ...sdkBreakpoint } : bare
  const { provider: ___, ...rest } = part
  const provider = Object.keys(data).length === 0 ? others : { ...others, anthropic: data }
  return Object.keys(provider).length === 0 ? rest : { ...rest, provider }
}

/**
 * The places behind which a section ends, as `message:part`, first to last: each the last part up to there that can
 * carry a breakpoint, which reasoning cannot.
 */
function sectionEnds(messages: readonly Message[], canCarry: (message: number, part: number) => boolean): string[] {
  const places = messages.flatMap(({ edges = [] }, message) =>
    edges.flatMap((edge) => {
      let at = edge
      while (at >= 0 && !canCarry(message, at)) at--
      return at < 0 ? [] : [`${message}:${at}`]
    }),
  )
  return [...new Set(places)]
}

function mapBlocks(
  messages: readonly AnthropicMessage[],
  change: (block: AnthropicBlock, place: string) => AnthropicBlock,
): AnthropicMessage[] {
  return messages.map(({ role, content }, message) => ({
    role,
    content: content.map((block, at) => change(block, `${message}:${at}`)),
  }))
}

function countOf(block: AnthropicBlock): number {
  const inner = block.type === 'tool_result' && Array.isArray(block.content) ? block.content : []
  return [block, ...inner].filter((each) => 'cache_control' in each).length
}

function withoutBreakpoint(block: AnthropicBlock): AnthropicBlock {
  if (countOf(block) === 0) return block
  const bare = bareOf(block)
  if (bare.type !== 'tool_result' || !Array.isArray(bare.content)) return bare
  return { ...bare, content: bare.content.map(bareOf) }
}

function bareOf<Block extends AnthropicBlock>(block: Block): Block {
  const { cache_control: _, ...bare } = block as Block & { cache_control?: unknown }
  return bare as unknown as Block
}
