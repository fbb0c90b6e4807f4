import { describe, expect, it } from 'vitest'
import type { Entry } from '../format.ts'
import { gathered } from './gather.ts'

async function gather(text: string, nodes: number): Promise<string> {
  async function* entries(): AsyncIterable<Entry> {
    for (const letter of text) {
      if (letter === '!') yield { kind: 'problem', message: 'x' }
      else if (letter === letter.toUpperCase()) yield { kind: 'conversation', key: letter }
      else yield { kind: 'node', key: letter, parent: null, author: 'human', parts: [{ kind: 'text', text: '12345' }] }
    }
  }
  let found = ''
  for await (const entry of gathered(entries(), { nodes, text: 1000 })) {
    found += entry.kind === 'problem' ? '!' : 'key' in entry ? entry.key : '?'
  }
  return found
}

describe('gathered', () => {
  it('puts the nodes of a conversation together, in their order', async () => {
    expect(await gather('AaBbAcBd', 100)).toBe('AacBbd')
  })

  it('holds no more than it may, and opens a conversation again that goes on', async () => {
    expect(await gather('AaBbAcdBeAf', 3)).toBe('AacBbAdfBe')
    expect(await gather('Aabcd', 2)).toBe('AabAcd')
  })

  it('does not hold problems back', async () => {
    expect(await gather('Aa!b', 100)).toBe('!Aab')
  })
})
