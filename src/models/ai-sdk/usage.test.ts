import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { inputOf } from '../../history/calls/call.ts'
import { usageOf } from './usage.ts'

const nothing = { input: null, cachedRead: null, cacheWrite: null, output: null, reasoning: null }

describe('usageOf', () => {
  it('takes Anthropic’s input for what was not cached', () => {
    const raw = {
      input_tokens: 10,
      cache_read_input_tokens: 700,
      cache_creation_input_tokens: 30,
      output_tokens: 5,
      output_tokens_details: { thinking_tokens: 2 },
    }
    const usage = usageOf('anthropic', raw)
    expect(usage).toEqual({ input: 10, cachedRead: 700, cacheWrite: 30, output: 5, reasoning: 2 })
    expect(inputOf(usage)).toBe(740)
  })

  it('takes what was cached out of the input of the others', () => {
    const responses = {
      input_tokens: 740,
      input_tokens_details: { cached_tokens: 700 },
      output_tokens: 5,
      output_tokens_details: { reasoning_tokens: 2 },
      total_tokens: 745,
    }
    expect(usageOf('responses', responses)).toEqual({
      input: 40,
      cachedRead: 700,
      cacheWrite: null,
      output: 5,
      reasoning: 2,
    })
    const chat = {
      prompt_tokens: 740,
      completion_tokens: 5,
      total_tokens: 745,
      prompt_tokens_details: { cached_tokens: 700, cache_write_tokens: 30 },
    }
    expect(usageOf('chat-completions', chat)).toEqual({
      input: 10,
      cachedRead: 700,
      cacheWrite: 30,
      output: 5,
      reasoning: null,
    })
    const deepseek = {
      prompt_tokens: 740,
      completion_tokens: 5,
      prompt_cache_hit_tokens: 700,
      prompt_cache_miss_tokens: 40,
    }
    expect(usageOf('chat-completions', deepseek)).toMatchObject({ input: 40, cachedRead: 700 })
  })

  it('counts reasoning as output where a server leaves it out of the completion', () => {
    const raw = {
      prompt_tokens: 10,
      completion_tokens: 5,
      total_tokens: 115,
      completion_tokens_details: { reasoning_tokens: 100 },
    }
    expect(usageOf('chat-completions', raw)).toMatchObject({ output: 105, reasoning: 100 })
  })

  it('says nothing where the provider said nothing, or nonsense', () => {
    for (const api of ['anthropic', 'responses', 'chat-completions'] as const) {
      expect(usageOf(api, null)).toEqual(nothing)
      expect(
        usageOf(api, { input_tokens: -1, prompt_tokens: '9', output_tokens: 1.5, completion_tokens: Number.NaN }),
      ).toEqual(nothing)
      fc.assert(
        fc.property(fc.anything(), (raw) => {
          expect(Object.keys(usageOf(api, raw)).sort()).toEqual(Object.keys(nothing).sort())
        }),
      )
    }
  })
})
