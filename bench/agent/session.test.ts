import { describe, expect, it } from 'vitest'
import { agentSession } from './session.ts'

describe('agentSession', () => {
  it('makes the same messages again, as many as asked for, each call with its result behind it', () => {
    for (const count of [1, 2, 99, 1000]) {
      const messages = [...agentSession({ messages: count })]
      expect(messages).toHaveLength(count)
      expect([...agentSession({ messages: count })]).toEqual(messages)
      messages.forEach(({ author, parts }, at) => {
        const call = parts.find((part) => part.kind === 'tool-call')
        if (author === 'model') expect(messages[at + 1]?.parts[0]).toMatchObject({ callId: call?.callId })
      })
    }
  })

  it('reads a file in a fifth of its messages', () => {
    const read = [...agentSession({ messages: 10_000 })].filter(({ parts }) =>
      parts.some((part) => part.kind === 'tool-result' && part.content.some(({ kind }) => kind === 'file')),
    )
    expect(read.length / 10_000).toBeCloseTo(0.2, 2)
  })
})
