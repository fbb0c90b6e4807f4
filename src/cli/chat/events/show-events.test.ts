import fc from 'fast-check'
import pc from 'picocolors'
import { describe, expect, it } from 'vitest'
import type { SessionEvent } from '../../../telemetry/event.ts'
import { answering, event, exampleCall, examplePlan, exampleTrace } from '../example-events.ts'
import { eventPrinter } from './show-events.ts'
import { runsPrinter } from './show-runs.ts'
import type { Stage } from './stage.ts'

interface Shown {
  readonly lines: readonly string[]
  readonly waits: readonly (string | null)[]
  readonly raw: string
}

function shown(events: readonly SessionEvent[], { raw = false, several = false } = {}): Shown {
  const lines: string[] = []
  const waits: (string | null)[] = []
  let text = ''
  const stage: Stage = {
    style: pc.createColors(false),
    width: 80,
    answer: (more) => lines.push(...more),
    tell: (more) => lines.push(...more),
    wait: (label) => waits.push(label),
    raw: raw
      ? (piece) => {
          text += piece
        }
      : undefined,
  }
  const printer = several
    ? runsPrinter(stage, { cost: () => null, nameOf: (id) => `name of ${id}` })
    : eventPrinter(stage, () => 0.0123)
  for (const each of events) printer.show(each)
  printer.end()
  return { lines, waits, raw: text }
}

const call = 'call'
const turnEnd = (changes: object = {}): SessionEvent =>
  event({ kind: 'turn-end', state: 'done', steps: 1, error: null, branch: 'branch', ...changes })

describe('a turn as a person sees it', () => {
  it('is the budget meter, the answer and what it took', () => {
    expect(shown(answering('Hello **you**, and more.')).lines).toEqual([
      'sends 2 items · 300 tokens · 30 % of the window · /context shows more',
      '',
      'Hello **you**, and more.',
      '400 tokens in (75 % cached) · 20 out · $0.012 · 1.5 s',
    ])
  })

  it('tells the first cut before anything else', () => {
    const plan = event({ kind: 'plan-end', plan: examplePlan(), took: 1, firstCut: true })
    expect(shown([plan]).lines[0]).toBe('Left out for the first time: 12 messages, 8,412 tokens; /explain shows which')
    expect(shown([plan, plan]).lines.filter((line) => line.startsWith('sends'))).toHaveLength(1)
  })

  it('folds reasoning to a few lines', () => {
    const text = Array.from({ length: 20 }, (_, i) => `thought ${i} \n`).join('')
    expect(shown([event({ kind: 'reasoning-delta', call, text })]).lines).toEqual([
      '┊ thought 0',
      '┊ thought 1',
      '┊ thought 2',
      '┊ … 17 more lines of reasoning',
    ])
  })

  it('shows a tool on one line and its result on another', () => {
    const diff = '--- a/x\n+++ b/x\n@@ -1,2 +1,3 @@\n same\n-old\n+new\n+-newer\n'
    const changes = [{ path: 'src/x.ts', before: null, after: null, diff }]
    const start = event({
      kind: 'tool-start',
      call,
      callId: 'tool',
      name: 'read_file',
      input: {},
      about: 'src/a.ts 1–80',
    })
    const end = (trace: object, text = ''): SessionEvent =>
      event({ kind: 'tool-end', trace: exampleTrace(trace), parts: [{ kind: 'text', text }] })
    expect(shown([start, end({ size: 2134 }, '\n first line\nsecond')]).lines).toEqual([
      '● read_file src/a.ts 1–80 · 2,134 characters',
      '  ↳ first line',
    ])
    expect(shown([end({ name: 'run_command', exitCode: 1 }, 'FAIL')]).lines[1]).toBe('  ↳ exit 1 · FAIL')
    expect(shown([end({ changes })]).lines[1]).toBe('  ↳ +2 −1 src/x.ts')
    expect(shown([end({ permitted: 'refused', error: 'refused' })]).lines[1]).toBe('  ↳ you said no')
    expect(shown([end({ error: 'No such file: a.ts' })]).lines[1]).toBe('  ↳ No such file: a.ts')
  })

  it('says why it waits and for how long, and that what came before is void', () => {
    const { lines, waits } = shown([
      event({ kind: 'text-delta', call, text: 'half an ans' }),
      event({ kind: 'call-retry', call, code: 'model-overloaded', message: 'x', wait: 4000 }),
    ])
    expect(lines).toEqual([
      'half an ans',
      '',
      '(What stands above is void.)',
      'the provider is overloaded: tries again in 4.0 s',
    ])
    expect(waits).toContain('waiting to try again')
  })

  it('says what is wrong and what to do', () => {
    const error = { code: 'model-overloaded', message: 'The provider is overloaded.' }
    expect(shown([turnEnd({ state: 'failed', error })]).lines.slice(0, 2)).toEqual([
      'error: The provider is overloaded.',
      '/retry asks again; /model NAME takes another one',
    ])
    const refusal = event({ kind: 'plan-refuse', refusal: { kind: 'refusal', code: 'nothing-to-send', limit: 1 } })
    expect(shown([refusal]).lines.join(' ')).toContain('There is nothing to send')
  })

  it('marks an answer that was broken off, once', () => {
    const partial = event({
      kind: 'call-end',
      call: exampleCall({ state: 'interrupted', usage: null }),
      parts: [],
      partial: true,
    })
    const { lines } = shown([event({ kind: 'text-delta', call, text: 'half' }), partial, turnEnd({ state: 'stopped' })])
    expect(lines.filter((line) => /breaks off|Stopped/.test(line))).toHaveLength(1)
    expect(shown([turnEnd({ state: 'stopped' })]).lines[0]).toMatch(/^Stopped/)
  })

  it('gives the answer as it came where nobody looks', () => {
    const { raw, lines } = shown(answering('# Hi **you**\n\n- a'), { raw: true })
    expect(raw).toBe('# Hi **you**\n\n- a\n')
    expect(lines.join('\n')).not.toContain('Hi')
  })

  it('stops waiting at its end, and lets nothing through that a terminal obeys', () => {
    const evil = fc.constantFrom('\u001b[2J', '\u009b2J', '\r', '\u0007', '\u202e', 'plain\n', '\u001b]0;x\u0007')
    fc.assert(
      fc.property(evil, evil, (one, two) => {
        const text = one + two
        const events: SessionEvent[] = [
          event({ kind: 'reasoning-delta', call, text }),
          event({ kind: 'text-delta', call, text }),
          event({ kind: 'tool-input-start', call, callId: 'tool', name: text }),
          event({ kind: 'tool-start', call, callId: 'tool', name: text, input: {}, about: text }),
          event({
            kind: 'tool-end',
            trace: exampleTrace({ name: text, error: text }),
            parts: [{ kind: 'text', text }],
          }),
          event({ kind: 'call-retry', call, code: text, message: text, wait: 1 }),
          turnEnd({ state: 'failed', error: { code: text, message: text } }),
        ]
        const { lines, waits } = shown(events)
        expect([...lines, ...waits].join('')).not.toMatch(/\p{Cc}|\u202e/u)
        expect(waits.at(-1)).toBeNull()
      }),
    )
  })
})

describe('several runs at the same time', () => {
  it('have a line each when they end', () => {
    const start = (run: string): SessionEvent =>
      event({ kind: 'turn-start', conversation: 'c', branch: run, provider: 'p', model: 'm' }, 0, run)
    const end = (run: string, error: { code: string; message: string } | null): SessionEvent =>
      event({ kind: 'turn-end', state: error ? 'failed' : 'done', steps: 1, error, branch: run }, 1000, run)
    const said = event(
      { kind: 'call-end', call: exampleCall(), parts: [{ kind: 'text', text: 'An answer' }], partial: false },
      0,
      'two',
    )
    const { lines, waits } = shown(
      [start('one'), start('two'), said, end('two', null), end('one', { code: 'x', message: 'No.' })],
      {
        several: true,
      },
    )
    expect(lines).toEqual([
      '● name of two  An answer',
      '  400 tokens in (75 % cached) · 20 out · 1.0 s',
      '● name of one  No.',
      '  1.0 s',
    ])
    expect(waits).toEqual(['1 answer still coming', '2 answers still coming', '1 answer still coming', null, null])
  })
})
