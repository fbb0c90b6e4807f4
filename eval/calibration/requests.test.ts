import { describe, expect, it } from 'vitest'
import { kinds } from './kind-of.ts'
import { conversationCalls, numbers, type Part, requestsOf } from './requests.ts'

const parts: readonly Part[] = kinds.flatMap((kind) => [700, 900].map((tokens) => ({ kind, tokens })))

function size(request: readonly Part[]): number {
  return request.reduce((sum, { tokens }) => sum + tokens, 0)
}

describe('the requests that calibration is tested on', () => {
  it('have between 2,000 and 60,000 tokens, and are of the kind that is asked for', () => {
    for (const request of requestsOf(parts, 'cjk', 50, numbers(1))) {
      expect(size(request)).toBeGreaterThanOrEqual(2000)
      expect(size(request)).toBeLessThan(61_000)
      expect(new Set(request.map(({ kind }) => kind))).toEqual(new Set(['cjk']))
    }
    const mixed = requestsOf(parts, 'mixed', 9, numbers(1)).flat()
    expect(new Set(mixed.map(({ kind }) => kind)).size).toBe(3)
  })

  it('are none where there are no texts of the kind', () => {
    expect(requestsOf([], 'prose', 2, numbers(1))).toEqual([[], []])
  })
})

describe('the calls that are learned from', () => {
  it('send what the one before sent, and more, until the next conversation begins', () => {
    const calls = conversationCalls(parts, 14, numbers(1))
    for (const [at, call] of calls.entries()) {
      const before = at % 12 === 0 ? [] : (calls[at - 1] ?? [])
      expect(call.slice(0, before.length)).toEqual(before)
      expect(call.length).toBeGreaterThan(before.length)
    }
  })

  it('are the same every time', () => {
    expect(conversationCalls(parts, 5, numbers(3))).toEqual(conversationCalls(parts, 5, numbers(3)))
  })
})
