import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../../core/content/json.ts'
import { checkChat } from './check.ts'

const user = { role: 'user', content: 'hello' }
const calling = (...ids: readonly string[]): JsonObject => ({
  role: 'assistant',
  content: null,
  tool_calls: ids.map((id) => ({ id, type: 'function', function: { name: 'read', arguments: '{}' } })),
})
const result = (id: string): JsonObject => ({ role: 'tool', tool_call_id: id, content: 'done' })
const fault = (...messages: readonly JsonObject[]): string | undefined => checkChat({ model: 'm', messages })?.message

describe('checkChat', () => {
  it.each<[string, readonly JsonObject[]]>([
    ['calls with their results in any order', [user, calling('1', '2'), result('2'), result('1'), user]],
    [
      'system texts anywhere, and no user at all',
      [
        { role: 'system', content: 'a' },
        { role: 'developer', content: 'b' },
      ],
    ],
    ['empty texts', [{ role: 'user', content: '' }]],
  ])('takes %s', (_, messages) => {
    expect(fault(...messages)).toBeUndefined()
  })

  it.each<[string, readonly JsonObject[], RegExp]>([
    ['no messages', [], /empty array/],
    ['another role', [{ role: 'model', content: 'a' }], /Invalid value: 'model'/],
    ['a result without its call', [user, result('1')], /must be a response to a preceeding message with 'tool_calls'/],
    ['a result of an earlier call', [user, calling('1'), result('1'), user, result('1')], /must be a response/],
    ['a call without its result', [user, calling('1'), user], /did not have response messages: 1$/],
    ['a call at the end', [user, calling('1')], /did not have response messages: 1$/],
    ['one of two results', [user, calling('1', '2'), result('1')], /did not have response messages: 2$/],
    ['an assistant that says nothing', [user, { role: 'assistant', content: null }], /expected a string, got null/],
    ['no calls in a list of calls', [user, calling()], /tool_calls': empty array/],
    ['an id of more than 40 characters', [user, calling('x'.repeat(41)), result('x'.repeat(41))], /with length 41/],
  ])('refuses %s', (_, messages, message) => {
    expect(fault(...messages)).toMatch(message)
  })

  it('wants a model, and proper names of tools', () => {
    expect(checkChat({ messages: [user] })?.message).toContain('model')
    const tools = [{ type: 'function', function: { name: 'a b' } }]
    expect(checkChat({ model: 'm', messages: [user], tools })?.message).toContain('tools[0].function.name')
  })
})
