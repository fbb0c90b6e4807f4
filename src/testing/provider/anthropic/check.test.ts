import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../../core/content/json.ts'
import { checkAnthropic, checkCount } from './check.ts'

const headers = { 'anthropic-version': '2023-06-01' }
const user = (content: JsonObject[string]): JsonObject => ({ role: 'user', content })
const assistant = (content: JsonObject[string]): JsonObject => ({ role: 'assistant', content })
const text = (said: string): JsonObject => ({ type: 'text', text: said })
const call = (id: string): JsonObject => ({ type: 'tool_use', id, name: 'read', input: {} })
const result = (id: string): JsonObject => ({ type: 'tool_result', tool_use_id: id, content: 'done' })
const cached = { ...text('x'), cache_control: { type: 'ephemeral' } }

function fault(messages: readonly JsonObject[], more: JsonObject = {}): string | undefined {
  return checkAnthropic({ model: 'm', max_tokens: 2000, messages, ...more }, headers)?.message
}

describe('checkAnthropic', () => {
  it.each<[string, readonly JsonObject[]]>([
    [
      'parallel calls and their results in any order',
      [user('a'), assistant([call('1'), call('2')]), user([result('2'), result('1'), text('b')])],
    ],
    [
      'results over two messages of the user',
      [user('a'), assistant([call('1'), call('2')]), user([result('1')]), user([result('2')])],
    ],
    ['an answer that is begun', [user('a'), assistant('Sure:')]],
    [
      'signed reasoning',
      [user('a'), assistant([{ type: 'thinking', thinking: '', signature: 's' }, text('b')]), user('c')],
    ],
    ['a system text in the middle', [user('a'), assistant('b'), { role: 'system', content: 'c' }, user('d')]],
  ])('takes %s', (_, messages) => {
    expect(fault(messages)).toBeUndefined()
  })

  it.each<[string, readonly JsonObject[], RegExp]>([
    ['a beginning by the assistant', [assistant('a'), user('b')], /first message must use the "user" role/],
    ['another role', [user('a'), { role: 'tool', content: 'b' }], /messages\.1\.role/],
    ['an empty text block', [user([text('')])], /text content blocks must be non-empty/],
    ['a text of spaces', [user([text(' \n')])], /must contain non-whitespace text/],
    [
      'an empty content in the middle',
      [user('a'), assistant(''), user('b')],
      /messages\.1: all messages must have non-empty content/,
    ],
    ['a begun answer that ends in a space', [user('a'), assistant('b ')], /cannot end with trailing whitespace/],
    [
      'a call without its result',
      [user('a'), assistant([call('1')]), user('b')],
      /messages\.1: `tool_use` ids were found without `tool_result` blocks immediately after: 1\./,
    ],
    ['a call at the end', [user('a'), assistant([call('1')])], /without `tool_result`/],
    [
      'one of two results',
      [user('a'), assistant([call('1'), call('2')]), user([result('1')])],
      /immediately after: 2\./,
    ],
    [
      'a result behind a text',
      [user('a'), assistant([call('1')]), user([text('b'), result('1')])],
      /immediately after: 1\./,
    ],
    [
      'a system text between call and result',
      [user('a'), assistant([call('1')]), { role: 'system', content: 'b' }, user([result('1')])],
      /without `tool_result`/,
    ],
    [
      'a result without its call',
      [user([result('1')])],
      /messages\.0\.content\.0: unexpected `tool_use_id` found in `tool_result` blocks: 1\./,
    ],
    [
      'a result of an earlier call',
      [user('a'), assistant([call('1')]), user([result('1')]), assistant('b'), user([result('1')])],
      /messages\.4\.content\.0: unexpected/,
    ],
    [
      'two results of one call',
      [user('a'), assistant([call('1')]), user([result('1'), result('1')])],
      /Found multiple `tool_result` blocks with id: 1/,
    ],
    [
      'two calls with one id',
      [user('a'), assistant([call('1'), call('1')]), user([result('1')])],
      /ids must be unique/,
    ],
    [
      'an id that no provider gives',
      [user('a'), assistant([call('a:b')]), user([result('a:b')])],
      /tool_use\.id: String should match pattern/,
    ],
    [
      'an input that is no object',
      [user('a'), assistant([{ ...call('1'), input: 'x' }]), user([result('1')])],
      /tool_use\.input: Input should be a valid dictionary/,
    ],
    [
      'unsigned reasoning',
      [user('a'), assistant([{ type: 'thinking', thinking: 'b' }, text('c')]), user('d')],
      /messages\.1\.content\.0\.thinking\.signature: Field required/,
    ],
    ['a call by the user', [user([call('1')])], /`tool_use` blocks can only be in `assistant` messages/],
    [
      'five breakpoints',
      [user([cached, cached, cached, cached, cached])],
      /A maximum of 4 blocks with cache_control may be provided\. Found 5\./,
    ],
    ['no messages', [], /at least one message is required/],
  ])('refuses %s', (_, messages, message) => {
    expect(fault(messages)).toMatch(message)
  })

  it('wants the longest answer, a model, and the version of the wire', () => {
    const messages = [user('a')]
    expect(checkAnthropic({ model: 'm', messages }, headers)?.message).toBe('max_tokens: Field required')
    expect(checkAnthropic({ max_tokens: 5, messages }, headers)?.message).toBe('model: Field required')
    expect(checkAnthropic({ model: 'm', max_tokens: 5, messages }, {})?.message).toContain('anthropic-version')
    expect(checkCount({ model: 'm', messages }, headers)).toBeNull()
  })

  it('counts breakpoints of tools, system and results too', () => {
    const { cache_control } = cached
    const tools = [{ name: 'read', input_schema: { type: 'object' }, cache_control }]
    const messages = [user('a'), assistant([call('1')]), user([{ ...result('1'), cache_control }, cached])]
    expect(fault(messages, { tools, system: [cached] })).toBeUndefined()
    expect(fault(messages, { tools, system: [cached, cached] })).toContain('Found 5')
  })

  it('refuses tools without a proper name or schema', () => {
    expect(fault([user('a')], { tools: [{ name: 'a b', input_schema: { type: 'object' } }] })).toContain(
      'tools.0.custom.name',
    )
    expect(fault([user('a')], { tools: [{ name: 'a', input_schema: {} }] })).toContain(
      'tools.0.custom.input_schema.type',
    )
  })

  it('refuses more reasoning than answer', () => {
    expect(fault([user('a')], { thinking: { type: 'enabled', budget_tokens: 2000 } })).toContain(
      'greater than `thinking.budget_tokens`',
    )
  })
})
