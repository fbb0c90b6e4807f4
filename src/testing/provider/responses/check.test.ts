import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../../core/content/json.ts'
import { checkResponses } from './check.ts'
import { keptItems } from './kept-items.ts'

const user = { role: 'user', content: 'hello' }
const call = (id: string): JsonObject => ({ type: 'function_call', call_id: id, name: 'read', arguments: '{}' })
const output = (id: string): JsonObject => ({ type: 'function_call_output', call_id: id, output: 'done' })
const reasoning = (id: string): JsonObject => ({ type: 'reasoning', id, summary: [], encrypted_content: 'sealed' })
const said = (type: string): JsonObject => ({ role: 'assistant', content: [{ type, text: 'a' }] })
const fault = (...input: readonly JsonObject[]): string | undefined =>
  checkResponses({ model: 'm', input }, input)?.message

describe('checkResponses', () => {
  it.each<[string, readonly JsonObject[]]>([
    ['calls with their outputs in any order', [user, call('1'), call('2'), output('2'), output('1'), user]],
    [
      'reasoning before what was said or called',
      [user, reasoning('a'), call('1'), output('1'), reasoning('b'), said('output_text')],
    ],
    ['what the assistant said as a text', [user, { role: 'assistant', content: 'a' }]],
  ])('takes %s', (_, input) => {
    expect(fault(...input)).toBeUndefined()
  })

  it.each<[string, readonly JsonObject[], RegExp]>([
    ['an output without its call', [user, output('1')], /No tool call found for function call output with call_id 1\./],
    ['an output before its call', [user, output('1'), call('1')], /No tool call found/],
    ['a call without its output', [user, call('1'), user], /No tool output found for function call 1\./],
    [
      'reasoning at the end',
      [user, reasoning('a')],
      /Item 'a' of type 'reasoning' was provided without its required following item/,
    ],
    ['reasoning before a user', [user, reasoning('a'), user], /required following item/],
    ['an item twice', [user, reasoning('a'), reasoning('a'), said('output_text')], /Duplicate item found with id a/],
    ['what the assistant said as input', [user, said('input_text')], /Invalid value: 'input_text'/],
    [
      'what the user said as output',
      [{ role: 'user', content: [{ type: 'output_text', text: 'a' }] }],
      /Invalid value: 'output_text'/,
    ],
    ['another role', [{ role: 'tool', content: 'a' }], /Invalid value: 'tool'/],
    ['a call id of more than 64 characters', [user, call('x'.repeat(65)), output('x'.repeat(65))], /with length 65/],
  ])('refuses %s', (_, input, message) => {
    expect(fault(...input)).toMatch(message)
  })

  it('wants a model, an input, and an answer of 16 tokens at least', () => {
    expect(checkResponses({ input: 'a' }, [])?.message).toContain("'model'")
    expect(checkResponses({ model: 'm' }, [])?.message).toContain("'input'")
    expect(checkResponses({ model: 'm', input: 'a', max_output_tokens: 15 }, [])?.message).toContain('>= 16')
  })
})

describe('keptItems', () => {
  it('misses reasoning that was sent without its content, unless it was kept', () => {
    const kept = keptItems()
    const bare = { type: 'reasoning', id: 'rs_1', summary: [] }
    const body = { model: 'm', input: [user, bare, said('output_text')] }
    expect(kept.missing(body)).toMatchObject({ status: 404, message: expect.stringContaining("'rs_1' not found") })
    kept.keep({ model: 'm', input: 'hello' }, 'resp_1', [bare])
    expect(kept.missing(body)).toBeNull()
  })
})
