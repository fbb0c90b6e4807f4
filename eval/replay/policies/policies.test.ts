import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { answered, called, said, sizesInCharacters, steppingSession } from '../example.ts'
import type { Message, ReplayRequest } from '../request.ts'
import type { Session } from '../session.ts'
import { everything } from './everything.ts'
import { halves } from './halves.ts'
import type { Policy } from './policy.ts'
import { slide } from './slide.ts'
import { stepped } from './stepped.ts'

const sizes = sizesInCharacters()

async function requestsOf(policy: Policy, session: Session, limit: number): Promise<ReplayRequest[]> {
  const requests: ReplayRequest[] = []
  for await (const request of policy(session, limit)) requests.push(request)
  return requests
}

/** The texts of what is sent, results only, for each call. */
async function seen(policy: Policy, session: Session, limit: number): Promise<string[]> {
  const texts = (message: Message): string[] =>
    message.content.flatMap((block) =>
      block.type === 'tool_result' ? [String(block.content).replace('seen', '')] : [],
    )
  return (await requestsOf(policy, session, limit)).map(({ messages }) => messages.flatMap(texts).join(' '))
}

/** The question is 6; each step is `look{}` and `seen10`, 20 with the two messages. */
const session = steppingSession(6)

describe('the baselines', () => {
  it('everything sends all that stood before the call', async () => {
    expect(await seen(everything, session, 1)).toEqual(['', '10', '10 11', '10 11 12', '10 11 12 13', '10 11 12 13 14'])
  })

  it('slide drops the oldest steps, each call anew', async () => {
    expect(await seen(slide(sizes), session, 66)).toEqual(['', '10', '10 11', '10 11 12', '11 12 13', '12 13 14'])
    expect(await seen(slide(sizes), session, 10)).toEqual(['', '10', '11', '12', '13', '14'])
  })

  it('stepped drops down to half, and only when it is over', async () => {
    expect(await seen(stepped(sizes), session, 66)).toEqual(['', '10', '10 11', '10 11 12', '13', '13 14'])
  })

  it('halves keeps the first pair and drops half of the steps behind it', async () => {
    expect(await seen(halves(sizes), session, 66)).toEqual(['', '10', '10 11', '10 11 12', '10 12 13', '10 13 14'])
  })

  it('leave room for tools and system text', async () => {
    const framed = { ...session, system: 'x'.repeat(20) }
    for (const policy of [slide(sizes), stepped(sizes), halves(sizes)]) {
      expect(await seen(policy, framed, 86)).toEqual(await seen(policy, session, 66))
    }
  })

  it('keep the first message, the newest step, and the limit where both fit', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 26, max: 200 }), fc.integer({ min: 1, max: 12 }), async (limit, steps) => {
        const long = steppingSession(steps)
        for (const policy of [slide(sizes), stepped(sizes)]) {
          for (const [call, { messages }] of (await requestsOf(policy, long, limit)).entries()) {
            const before = long.messages.slice(0, long.calls[call]?.before)
            expect(messages[0]).toBe(before[0])
            expect(messages.slice(1)).toEqual(before.slice(before.length - messages.length + 1))
            expect(messages.reduce((sum, message) => sum + sizes.ofMessage(message), 0)).toBeLessThanOrEqual(limit)
          }
        }
      }),
    )
  })
})

describe('halves', () => {
  const read = (id: string, text: string): Message[] => [called(id, 'read', { path: 'a' }), answered(id, text)]
  const reading = (...messages: readonly Message[]): Session => ({
    ...{ name: 's', tools: [], system: '', conversation: { kind: 'conversation', key: 's' }, nodes: [] },
    messages: messages.map((message) => ({ ...message, keys: [] })),
    calls: [{ before: messages.length, key: '', expects: [] }],
  })
  const text = 'line '.repeat(100)

  it('replaces reads that come again unchanged, and drops nothing where that is enough', async () => {
    const twice = reading(said('user', 'go'), ...read('1', text), ...read('2', text))
    expect(await seen(halves(sizes), twice, 900)).toEqual([`[a was read again later] ${text}`])
  })

  it('keeps a read whose text has changed', async () => {
    const changed = reading(said('user', 'go'), ...read('1', text), ...read('2', `${text}!`))
    expect(await seen(halves(sizes), changed, 900)).toEqual([`${text} ${text}!`])
  })
})
