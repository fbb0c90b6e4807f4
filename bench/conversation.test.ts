import { describe, expect, it } from 'vitest'
import { estimate } from '../src/core/content/measure.ts'
import type { Part } from '../src/core/content/part.ts'
import { sizeOfParts } from '../src/core/content/size.ts'
import { derive, type Inherited } from '../src/history/derive.ts'
import { type ConversationOptions, conversation, type Message } from './conversation.ts'

const made = (options: ConversationOptions): Message[] => [...conversation(options)]

function partsOf<Kind extends Part['kind']>(messages: readonly Message[], kind: Kind): Extract<Part, { kind: Kind }>[] {
  return messages.flatMap(({ parts }) =>
    parts.filter((part): part is Extract<Part, { kind: Kind }> => part.kind === kind),
  )
}

function reads(messages: readonly Message[]): { path: string; text: string }[] {
  return partsOf(messages, 'tool-result').flatMap(({ content }) => content.filter((held) => held.kind === 'file'))
}

function meanSize(messages: readonly Message[]): number {
  return messages.reduce((sum, { parts }) => sum + sizeOfParts(parts, estimate), 0) / messages.length
}

describe('conversation', () => {
  it('gives the same messages for the same seed, and others for another', () => {
    const first = made({ messages: 200, seed: 3 })
    expect(made({ messages: 200, seed: 3 })).toEqual(first)
    expect(made({ messages: 200, seed: 4 })).not.toEqual(first)
  })

  it('gives exactly as many messages as asked for, a person last', () => {
    for (const messages of [1, 2, 3, 4, 5, 7, 50, 333]) {
      const all = made({ messages })
      expect(all).toHaveLength(messages)
      expect(all.at(-1)?.author).toBe('human')
    }
  })

  it('answers every call, right behind the message that makes it', () => {
    let parent: Inherited<number> | null = null
    let open = 0
    made({ messages: 2000 }).forEach((message, id) => {
      const derived = derive(id, message, parent)
      expect(derived.unmatched).toBe(false)
      if (message.author !== 'tool') expect(open).toBe(0)
      open = derived.open.length
      parent = derived
    })
    expect(open).toBe(0)
  })

  it('makes several calls at once, in some messages', () => {
    const counts = made({ messages: 2000 }).map((message) => partsOf([message], 'tool-call').length)
    expect(Math.max(...counts)).toBeGreaterThan(2)
    expect(counts.filter((count) => count === 1).length).toBeGreaterThan(100)
  })

  it('reads files again, some unchanged and some changed', () => {
    const texts = new Map<string, Set<string>>()
    let again = 0
    let unchanged = 0
    for (const { path, text } of reads(made({ messages: 4000 }))) {
      const before = texts.get(path)
      if (before) again++
      if (before?.has(text)) unchanged++
      texts.set(path, (before ?? new Set()).add(text))
    }
    expect(again).toBeGreaterThan(200)
    expect(unchanged).toBeGreaterThan(20)
    expect(unchanged).toBeLessThan(again / 2)
  })

  it('has messages of about 400 tokens, with a heavy tail', () => {
    const messages = made({ messages: 4000 })
    const mean = meanSize(messages)
    expect(mean).toBeGreaterThan(250)
    expect(mean).toBeLessThan(600)
    const largest = Math.max(...messages.map(({ parts }) => sizeOfParts(parts, estimate)))
    expect(largest).toBeGreaterThan(10 * mean)
  })

  it('scales texts with the size factor', () => {
    const ratio = meanSize(made({ messages: 3000, sizeFactor: 0.25 })) / meanSize(made({ messages: 3000 }))
    expect(ratio).toBeGreaterThan(0.15)
    expect(ratio).toBeLessThan(0.5)
  })

  it('makes one message at a time', () => {
    const endless = conversation({ messages: Number.MAX_SAFE_INTEGER })
    expect(endless.next().value).toMatchObject({ author: 'human' })
    expect(endless.next().value).toMatchObject({ author: 'model' })
  })
})
