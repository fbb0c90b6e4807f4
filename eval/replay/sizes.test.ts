import { describe, expect, it } from 'vitest'
import { answered, called, said, sizesInCharacters } from './example.ts'
import type { Block } from './request.ts'

describe('sizes', () => {
  it('count texts, results, reasoning, names and inputs, and 4 for each message', () => {
    const sizes = sizesInCharacters()
    expect(sizes.ofMessage(said('user', 'one', 'two!'))).toBe(7 + 4)
    expect(sizes.ofMessage(called('c', 'read', { path: 'a' }))).toBe('read{"path":"a"}'.length + 4)
    expect(sizes.ofMessage(answered('c', 'text'))).toBe(8)
    expect(sizes.ofBlock({ type: 'thinking', thinking: 'hm', signature: 'long' })).toBe(2)
    const parts: Block = { type: 'tool_result', tool_use_id: 'c', content: [{ type: 'text', text: 'ab' }] }
    expect(sizes.ofBlock(parts)).toBe(2)
  })

  it('of pieces are those of the request, and the breakpoint counts for nothing', () => {
    const sizes = sizesInCharacters()
    const tool = { name: 'look', input_schema: { type: 'object' as const } }
    const marked = { ...tool, cache_control: { type: 'ephemeral' as const } }
    const messages = [said('user', 'one', 'two')]
    const plain = sizes.pieces({ tools: [tool], system: 'Be kind.', messages })
    const parts = sizes.pieces({ tools: [marked], system: [{ type: 'text', text: 'Be kind.' }], messages })
    expect(plain.map(({ size }) => size)).toEqual([JSON.stringify(tool).length, 8, 7, 3])
    expect(parts.map(({ key, size }) => [key, size])).toEqual(plain.map(({ key, size }) => [key, size]))
    expect(parts.map(({ marked }) => marked)).toEqual([true, false, false, false])
    expect(sizes.ofFrame({ tools: [tool], system: 'Be kind.' })).toBe(JSON.stringify(tool).length + 8)
    expect(sizes.ofFrame({ tools: [], system: '' })).toBe(0)
  })

  it('tell pieces apart by role and place', () => {
    const sizes = sizesInCharacters()
    const messages = [said('user', 'a', 'a'), said('assistant', 'a'), said('user', 'a')]
    const [first, second, other, again] = sizes.pieces({ tools: [], system: '', messages }).map(({ key }) => key)
    expect(new Set([first, second, other]).size).toBe(3)
    expect(again).toBe(first)
  })
})
