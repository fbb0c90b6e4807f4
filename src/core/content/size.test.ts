import { describe, expect, it } from 'vitest'
import { characters, estimate } from './measure.ts'
import type { Part } from './part.ts'
import { sizeOfPart, sizeOfParts } from './size.ts'

const text: Part = { kind: 'text', text: ' 😀 ' }
const call: Part = { kind: 'tool-call', callId: 'a long id that costs nothing', name: 'read', input: { path: 'a' } }

describe('sizeOfPart', () => {
  it('counts text as it stands, white space and all', () => {
    expect(sizeOfPart(text, characters)).toBe(3)
    expect(sizeOfPart({ kind: 'reasoning', text: 'hm' }, characters)).toBe(2)
  })

  it('counts a call as its name and its input as JSON, without its id', () => {
    expect(sizeOfPart(call, characters)).toBe('read'.length + '{"path":"a"}'.length)
    expect(sizeOfPart({ ...call, callId: '' }, characters)).toBe(sizeOfPart(call, characters))
  })

  it('counts a result as everything in it', () => {
    const content = [
      { kind: 'text', text: 'abc' },
      { kind: 'file', path: 'x', way: 'read', text: 'de' },
      { kind: 'image', ref: 'data:…' },
    ] as const
    const result: Part = { kind: 'tool-result', callId: '1', name: 'read', content }
    expect(sizeOfPart(result, characters)).toBe(5 + '[image content]'.length)
    expect(sizeOfPart({ ...result, content: [] }, characters)).toBe(0)
  })

  it('gives media a fixed price, however long their address', () => {
    const sizes = ['x', `data:image/png;base64,${'A'.repeat(9999)}`].map((ref) =>
      sizeOfPart({ kind: 'image', ref }, estimate),
    )
    expect(sizes[0]).toBe(sizes[1])
    expect(sizeOfPart({ kind: 'audio', ref: 'x' }, estimate)).toBe(sizes[0])
  })

  it('counts a file’s text, and its media where it has some', () => {
    const file: Part = { kind: 'file', path: 'a', way: 'attachment', text: 'abcd' }
    expect(sizeOfPart(file, estimate)).toBe(1)
    expect(sizeOfPart({ ...file, ref: 'x' }, estimate)).toBe(1 + sizeOfPart({ kind: 'image', ref: 'x' }, estimate))
  })

  it('counts what only the provider understands where it stands for the text', () => {
    const provider = { anthropic: { data: 'xyz' } }
    expect(sizeOfPart({ kind: 'text', text: '', provider }, characters)).toBe(JSON.stringify(provider).length)
    expect(sizeOfPart({ kind: 'text', text: 'abc', provider }, characters)).toBe(3)
  })
})

describe('sizeOfParts', () => {
  it('is the sum of its parts', () => {
    expect(sizeOfParts([text, call, text], estimate)).toBe(2 * sizeOfPart(text, estimate) + sizeOfPart(call, estimate))
    expect(sizeOfParts([], characters)).toBe(0)
  })
})
