import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { SessionEvent, SessionEventKind } from './event.ts'
import { eventRecord } from './event-record.ts'
import { exampleEvents, secret } from './example-events.ts'

/** What stands in an event under these names is an id, a code or a word of Heddle's own. */
const own = new Set(
  `run kind id conversation branch provider model agent call plan node parent content after before result previous
   author section form code measure moment because strategy state finish permitted from to request responseModel
   rawFinish responseId callId name`.split(/\s+/),
)

/** An event with another text wherever one may come from outside, also in names and ids that models and providers give. */
function withText(value: unknown, text: string, under = ''): unknown {
  if (typeof value === 'string') return own.has(under) && !value.includes(secret) ? value : text
  if (Array.isArray(value)) return value.map((each) => withText(each, text, under))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, held]) => [name, withText(held, text, name)]))
}

describe('the record of an event', () => {
  it('is tested with every kind of event', () => {
    const kinds = {
      'turn-start': 0,
      'node-append': 0,
      'plan-end': 0,
      'plan-refuse': 0,
      'call-start': 0,
      'text-delta': 0,
      'reasoning-delta': 0,
      'tool-input-start': 0,
      'call-retry': 0,
      'call-end': 0,
      'tool-start': 0,
      'tool-end': 0,
      'turn-end': 0,
    } satisfies { readonly [kind in SessionEventKind]: 0 }
    expect(new Set(exampleEvents.map(({ kind }) => kind))).toEqual(new Set(Object.keys(kinds)))
  })

  it('has nothing of the conversation without content, whatever the text', () => {
    const marked = fc.string({ unit: 'binary', maxLength: 20 }).map((text) => `zq¶${text.toWellFormed()}¶qz`)
    fc.assert(
      fc.property(fc.constantFrom(...exampleEvents), marked, (event, text) => {
        const record = JSON.stringify(eventRecord(withText(event, text) as SessionEvent))
        expect(record).not.toContain('zq')
        expect(record).not.toContain('¶')
      }),
    )
  })

  it('has all of it with content, but for deltas', () => {
    const silent = ['turn-start', 'plan-end', 'tool-input-start', 'text-delta', 'reasoning-delta']
    for (const event of exampleEvents) {
      const record = JSON.stringify(eventRecord(event, { content: true }))
      expect([event.kind, record.includes(secret)]).toEqual([event.kind, !silent.includes(event.kind)])
    }
  })

  it('keeps nothing of deltas', () => {
    const left = exampleEvents.filter((event) => eventRecord(event, { content: true }) === null)
    expect(left.map(({ kind }) => kind)).toEqual(['text-delta', 'reasoning-delta'])
  })

  it('says in which measure a plan was counted, also where that was learned', () => {
    const learned = `script*0.9407,${'0.0546,'.repeat(30)}64`
    const event = exampleEvents.find(({ kind }) => kind === 'plan-end')
    if (event?.kind !== 'plan-end') throw new Error('no plan')
    const of = (measure: string) => eventRecord({ ...event, plan: { ...event.plan, measure } })
    expect(of(learned)).toMatchObject({ plan: { measure: learned } })
    expect(of(`${learned},words, too`)).toMatchObject({ plan: { measure: '_OTHER' } })
  })

  it('keeps ids, sizes, counts and times', () => {
    const of = (kind: SessionEventKind) => {
      const event = exampleEvents.find((each) => each.kind === kind)
      return event && eventRecord(event)
    }
    expect(of('turn-start')).toMatchObject({ run: 'run-1', at: 1_700_000_000_000, agent: 'Scout' })
    expect(of('node-append')).toMatchObject({
      node: { id: 'node-1', author: 'human' },
      parts: ['text', 'reasoning', 'tool-call', 'file', 'image'],
    })
    expect(of('plan-end')).toMatchObject({
      plan: {
        id: 'd'.repeat(64),
        measure: 'estimate*1.2',
        budget: { limit: 850, used: 110, sections: [{ section: 'history', used: 110 }] },
        kept: 1,
        leftOut: { count: 13, size: 308 },
        prefix: { shared: 40, broken: 'pressure' },
      },
      took: 4,
      firstCut: true,
    })
    expect(of('plan-refuse')).toMatchObject({ refusal: { code: 'over-limit', limit: 850, overBy: 3 } })
    expect(of('call-end')).toMatchObject({
      call: {
        id: 'call-1',
        parameters: { maxOutputTokens: 100, temperature: 0.5 },
        usage: { input: 10, cachedRead: 70, cacheWrite: 20, output: 30, reasoning: 5 },
        retries: [{ code: 'model-rate-limit', waited: 1000 }],
        rawFinish: 'tool_use',
        estimate: { size: 110 },
      },
      partial: false,
    })
    expect(of('tool-end')).toMatchObject({
      trace: { callId: 'tool-1', name: 'write_file', size: 12, failed: true, exitCode: 1, changes: 1 },
    })
    expect(of('tool-start')).toMatchObject({ name: '_OTHER', callId: '_OTHER' })
    expect(of('turn-end')).toMatchObject({ state: 'failed', steps: 1, error: { code: 'fault' } })
  })
})
