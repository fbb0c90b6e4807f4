import type { Usage } from '../../history/calls/call.ts'
import type { ProviderApi } from '../providers/provider.ts'
import { countIn, isRecord } from './record.ts'

/**
 * A provider's usage in one form. Anthropic's `input_tokens` are what was neither read from nor written to the cache;
 * OpenAI's and those of the servers like it are all input. Where a total is said, the output is what it leaves beyond the
 * input: some servers do not count reasoning in `completion_tokens`. Source: the providers' API references.
 */
export function usageOf(api: ProviderApi, raw: unknown): Usage {
  switch (api) {
    case 'anthropic':
      return {
        input: countIn(raw, 'input_tokens'),
        cachedRead: countIn(raw, 'cache_read_input_tokens'),
        cacheWrite: countIn(raw, 'cache_creation_input_tokens'),
        output: countIn(raw, 'output_tokens'),
        reasoning: countIn(detailsIn(raw, 'output_tokens_details'), 'thinking_tokens'),
      }
    case 'responses':
      return parted({
        all: countIn(raw, 'input_tokens'),
        cachedRead: countIn(detailsIn(raw, 'input_tokens_details'), 'cached_tokens'),
        cacheWrite: countIn(detailsIn(raw, 'input_tokens_details'), 'cache_write_tokens'),
        output: countIn(raw, 'output_tokens'),
        reasoning: countIn(detailsIn(raw, 'output_tokens_details'), 'reasoning_tokens'),
        total: countIn(raw, 'total_tokens'),
      })
    case 'chat-completions': {
      const details = detailsIn(raw, 'prompt_tokens_details')
      return parted({
        all: countIn(raw, 'prompt_tokens'),
        cachedRead: countIn(details, 'cached_tokens') ?? countIn(raw, 'prompt_cache_hit_tokens'),
        cacheWrite: countIn(details, 'cache_write_tokens'),
        output: countIn(raw, 'completion_tokens'),
        reasoning: countIn(detailsIn(raw, 'completion_tokens_details'), 'reasoning_tokens'),
        total: countIn(raw, 'total_tokens'),
      })
    }
    default:
      return api satisfies never
  }
}

interface Counts extends Omit<Usage, 'input'> {
  /** All input, cached or not. */
  readonly all: number | null
  readonly total: number | null
}

function parted({ all, total, cachedRead, cacheWrite, output, reasoning }: Counts): Usage {
  const beyond = all === null || total === null ? 0 : total - all
  return {
    input: all === null ? null : Math.max(0, all - (cachedRead ?? 0) - (cacheWrite ?? 0)),
    cachedRead,
    cacheWrite,
    output: output === null ? null : Math.max(output, beyond),
    reasoning,
  }
}

function detailsIn(raw: unknown, field: string): unknown {
  return isRecord(raw) ? raw[field] : undefined
}
