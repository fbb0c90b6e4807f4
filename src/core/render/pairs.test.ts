import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { Part } from '../content/part.ts'
import type { Message } from './message.ts'
import { fillerText, repairPairs } from './pairs.ts'

const text = (value: string): Part => ({ kind: 'text', text: value })
const call = (callId: string): Part => ({ kind: 'tool-call', callId, name: 'look', input: {} })
const result = (callId: string, value = callId): Part => ({
  kind: 'tool-result',
  callId,
  content: [{ kind: 'text', text: value }],
})
const user = (...parts: Part[]): Message => ({ role: 'user', parts, nodes: [] })
const model = (...parts: Part[]): Message => ({ role: 'assistant', parts, nodes: [] })
const filled = (callId: string): Part => ({
  kind: 'tool-result',
  callId,
  name: 'look',
  content: [{ kind: 'text', text: fillerText }],
  filled: true,
})

describe('repairPairs', () => {
  it('gives back good messages as they are', () => {
    const good = [
      user(text('Go')),
      model(text('ok'), call('a'), call('b')),
      user(result('a'), result('b'), text('and?')),
      model(text('done')),
    ]
    expect(repairPairs(good)).toEqual({ messages: good, leftOut: [] })
  })

  it('orders the results like their calls, ahead of anything else, and fills the missing', () => {
    const { messages } = repairPairs([
      model(call('a'), call('b'), call('c')),
      user(text('hm'), result('c'), result('a')),
    ])
    expect(messages).toEqual([
      model(call('a'), call('b'), call('c')),
      user(result('a'), filled('b'), result('c'), text('hm')),
    ])
  })

  it('answers a call at the very end, and one that a system message follows, in a user message of its own', () => {
    const system: Message = { role: 'system', parts: [text('note')], nodes: [] }
    const { messages } = repairPairs([model(call('a')), system, user(result('a')), model(call('b'))])
    expect(messages).toEqual([model(call('a')), user(result('a')), system, model(call('b')), user(filled('b'))])
  })

  it('moves a late result to its call and merges what is left around it', () => {
    const { messages } = repairPairs([
      model(call('a')),
      user(text('Wait')),
      model(text('one')),
      user(result('a')),
      model(text('two')),
    ])
    expect(messages).toEqual([model(call('a')), user(result('a'), text('Wait')), model(text('one\n\ntwo'))])
  })

  it('leaves out results without a call before them, and second ones, and reports them in order', () => {
    const { messages, leftOut } = repairPairs([
      user(result('x')),
      model(call('a')),
      user(result('a', 'first'), result('a', 'second'), result('y')),
    ])
    expect(messages).toEqual([model(call('a')), user(result('a', 'first'))])
    expect(leftOut.map(({ callId }) => callId)).toEqual(['x', 'a', 'y'])
  })

  it('keeps a result with nothing in it', () => {
    const empty: Part = { kind: 'tool-result', callId: 'a', content: [] }
    expect(repairPairs([model(call('a')), user(empty)]).messages).toEqual([model(call('a')), user(empty)])
  })

  it('gives each use of an id its own result', () => {
    const messages = [model(call('a')), user(result('a', 'one')), model(call('a')), user(result('a', 'two'))]
    expect(repairPairs(messages)).toEqual({ messages, leftOut: [] })
    const lost = repairPairs([
      model(call('a')),
      user(text('hm')),
      model(call('a'), call('a')),
      user(result('a', '1'), result('a', '2')),
    ])
    expect(lost.messages[1]?.parts).toEqual([filled('a'), text('hm')])
    expect(lost.messages[3]?.parts).toEqual([result('a', '1'), result('a', '2')])
  })

  it('lets a call speak for the model whoever is said to have made it', () => {
    const { messages } = repairPairs([user(text('Go'), call('a'), text('on'))])
    expect(messages).toEqual([user(text('Go')), model(call('a')), user(filled('a'), text('on'))])
  })

  it('brings the nodes of a moved result along', () => {
    const at = (message: Message, ...nodes: string[]): Message => ({ ...message, nodes })
    const { messages } = repairPairs([
      at(model(call('a')), '1'),
      at(user(text('Wait')), '2'),
      at(model(text('x')), '3'),
      at(user(result('a')), '4'),
    ])
    expect(messages.map(({ nodes }) => nodes)).toEqual([['1'], ['4', '2'], ['3']])
  })

  it('repairs 10,000 results in one message, all with nodes of their own, in linear time', () => {
    const ids = Array.from({ length: 10_000 }, (_, at) => `c${at}`)
    const started = performance.now()
    const { messages } = repairPairs([
      { role: 'assistant', parts: ids.map(call), nodes: ids },
      { role: 'user', parts: ids.toReversed().map((id) => result(id)), nodes: ids },
    ])
    expect(performance.now() - started).toBeLessThan(1000)
    expect(messages[1]?.parts).toEqual(ids.map((id) => result(id)))
  })

  const cases = new URL('../../../../shared/conformance/history/pairs.json', import.meta.url)
  it.skipIf(!existsSync(cases))('passes the shared cases', () => {
    for (const { id, given, expect: expected } of JSON.parse(readFileSync(cases, 'utf8')).cases) {
      const messages: Message[] = given.messages.map(
        ({ role, content }: { role: 'user'; content: string | Given[] }) => ({
          role,
          nodes: [],
          parts: typeof content === 'string' ? [text(content)] : content.map(fromCase),
        }),
      )
      const repaired = repairPairs(messages)
      const shown = repaired.messages.map(({ role, parts }) => ({ role, parts: parts.map(toCase) }))
      expect({ id, messages: shown, leftOut: repaired.leftOut }).toEqual({ id, ...expected })
    }
  })
})

type Given = Part & { readonly text: string }

function fromCase(part: Given): Part {
  return part.kind === 'tool-result' ? result((part as Extract<Part, { kind: 'tool-result' }>).callId, part.text) : part
}

function toCase(part: Part): unknown {
  if (part.kind !== 'tool-result') return part
  const [first] = part.content
  return part.filled
    ? { kind: part.kind, callId: part.callId, filled: true }
    : { kind: part.kind, callId: part.callId, text: first?.kind === 'text' ? first.text : '' }
}
