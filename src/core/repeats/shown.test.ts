import { describe, expect, it } from 'vitest'
import type { Part, ResultContent } from '../content/part.ts'
import { type ShownCall, shownIn } from './shown.ts'

const file = { kind: 'file', path: './a.ts', way: 'read', text: 'one\n' } as const
const calls = new Map<string, ShownCall>([
  ['list', { name: 'list', input: { b: 1, a: [2] } }],
  ['same', { name: 'list', input: { a: [2], b: 1 } }],
  ['edit', { name: 'edit', input: {}, writes: ['b/../a.ts'] }],
])

function result(callId: string, content: readonly ResultContent[], more: object = {}): Part {
  return { kind: 'tool-result', callId, content, ...more }
}

const shown = (...parts: readonly Part[]) => shownIn({ id: 'n', parts }, { calls })

describe('shownIn', () => {
  it('addresses files in parts and in results', () => {
    const parts = [{ kind: 'text', text: 'x' } as const, file, result('read', [{ kind: 'text', text: 'y' }, file])]
    expect(shown(...parts)).toEqual([
      { kind: 'file', node: 'n', part: 1, key: 'a.ts', path: './a.ts', way: 'read', text: 'one\n' },
      { kind: 'file', node: 'n', part: 2, within: 1, key: 'a.ts', path: './a.ts', way: 'read', text: 'one\n' },
    ])
  })

  it('gives results of the same tool with the same input and text one key', () => {
    const content = [{ kind: 'text', text: 'x\ny' } as const]
    const [one, other] = shown(result('list', content), result('same', content))
    expect(one).toMatchObject({ kind: 'result', part: 0, tool: 'list', texts: ['x\ny'] })
    expect(other?.kind === 'result' && other.key).toBe(one?.kind === 'result' && one.key)
    const [third] = shown(result('list', [{ kind: 'text', text: 'x' }]))
    expect(third?.kind === 'result' && third.key).not.toBe(one?.kind === 'result' && one.key)
  })

  it('tells of a write before the content that the write shows', () => {
    expect(shown(result('edit', [{ ...file, way: 'write' }])).map(({ kind }) => kind)).toEqual(['edit', 'file'])
    expect(shown(result('edit', [{ kind: 'text', text: 'Done.' }]))[0]).toEqual({
      kind: 'edit',
      node: 'n',
      part: 0,
      key: 'a.ts',
    })
  })

  it('leaves alone attachments, media, provider data, failures, what was filled in, remarks and unknown calls', () => {
    const text = { kind: 'text', text: 'x' } as const
    const provider = { anthropic: { citations: [] } }
    expect(
      shown(
        { ...file, way: 'attachment' },
        { ...file, ref: 'https://example.org/a' },
        { ...file, provider },
        result('list', [file], { isError: true }),
        result('edit', [text], { isError: true }),
        result('edit', [text], { filled: true }),
        result('list', [text], { provider }),
        result('list', [{ ...text, provider }]),
        result('list', [text, { kind: 'image', ref: 'https://example.org/a.png' }]),
        result('list', [{ kind: 'text', text: '[same result again in n5: list]' }]),
        result('list', []),
        result('unknown', [text]),
      ),
    ).toEqual([])
  })
})
