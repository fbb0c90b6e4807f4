import type { Message } from '../message.ts'
import type { AnthropicBlock, AnthropicMessage, AnthropicRequest } from './anthropic-request.ts'

/** How many breakpoints a request may have. */
const most = 4
const breakpoint = { cache_control: { type: 'ephemeral' } } as const

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
  const places = placesOf(messages, request.messages).slice(-left)
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

/** The blocks behind which a section ends, as `message:block`, first to last. No breakpoint may stand on reasoning. */
function placesOf(messages: readonly Message[], sent: readonly AnthropicMessage[]): string[] {
  const places = messages.flatMap(({ edges = [] }, message) =>
    edges.flatMap((edge) => {
      const block =
        sent[message]?.content.slice(0, edge + 1).findLastIndex(({ type }) => !`${type}`.includes('thinking')) ?? -1
      return block === -1 ? [] : [`${message}:${block}`]
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
