import pc from 'picocolors'
import { describe, expect, it } from 'vitest'
import type { Approval } from '../../session/turn/session.ts'
import { type Approvals, createApprovals } from './approval.ts'

interface Asked {
  readonly approvals: Approvals
  readonly lines: string[]
  ask(changes?: Partial<Approval>, signal?: AbortSignal): ReturnType<Approvals['approve']>
  press(text: string, control?: boolean): string
  pass(milliseconds: number): void
}

function asking(): Asked {
  let time = 0
  const lines: string[] = []
  const approvals = createApprovals({
    style: pc.createColors(false),
    width: () => 60,
    now: () => time,
    print: (more) => lines.push(...more),
    change: () => undefined,
  })
  const approval = {
    callId: '1',
    name: 'run_command',
    about: 'npm test',
    preview: null,
  } as Partial<Approval> as Approval
  return {
    approvals,
    lines,
    ask: (changes = {}, signal = new AbortController().signal) =>
      approvals.approve({ ...approval, ...changes }, signal),
    press: (text, control = false) =>
      approvals.press({ kind: 'key', name: text, text: control ? '' : text, control, alt: false, shift: false }),
    pass: (milliseconds) => {
      time += milliseconds
    },
  }
}

describe('the question before a tool runs', () => {
  it.each([
    ['y', 'once'],
    ['a', 'always'],
    ['n', 'no'],
    ['Y', 'once'],
  ])('takes %s for %s', async (key, approved) => {
    const { ask, press, pass, approvals } = asking()
    const answer = ask()
    await Promise.resolve()
    expect(approvals.question).toContain('y once')
    pass(1000)
    press('x')
    press(key)
    expect(await answer).toBe(approved)
    expect(approvals.question).toBeNull()
  })

  it('does not take a key for an answer that was typed before it could be read, nor what is pasted', async () => {
    const { ask, press, pass, approvals } = asking()
    const answer = ask()
    await Promise.resolve()
    press('y')
    pass(1000)
    approvals.press({ kind: 'paste', text: 'y' })
    expect(approvals.question).not.toBeNull()
    press('n')
    expect(await answer).toBe('no')
  })

  it('is no where the turn is stopped, by Ctrl-C or otherwise', async () => {
    const { ask, press } = asking()
    const first = ask()
    await Promise.resolve()
    expect(press('c', true)).toBe('interrupt')
    expect(await first).toBe('no')
    const abort = new AbortController()
    const second = ask({}, abort.signal)
    await Promise.resolve()
    abort.abort()
    expect(await second).toBe('no')
    expect(await ask({}, abort.signal)).toBe('no')
  })

  it('is asked one after the other', async () => {
    const { ask, press, pass, lines } = asking()
    const both = [ask({ about: 'first' }), ask({ about: 'second' })]
    await Promise.resolve()
    pass(1000)
    expect(lines.join()).not.toContain('second')
    press('y')
    await both[0]
    await Promise.resolve()
    pass(1000)
    press('n')
    expect(await Promise.all(both)).toEqual(['once', 'no'])
  })

  it('shows the diff, not all of a long one, and nothing that a terminal obeys', async () => {
    const { ask, lines } = asking()
    const preview = `--- a/x\n+++ b/x\n@@ -1 +1 @@\n+\u001b[2J\n${'+line\n'.repeat(60)}`
    void ask({ preview, about: 'x\u001b[2Jy' })
    await Promise.resolve()
    expect(lines.slice(0, 6)).toEqual(['', '? run_command x␛[2Jy', '--- a/x', '+++ b/x', '@@ -1 +1 @@', '+␛[2J'])
    expect(lines).toHaveLength(43)
    expect(lines.at(-1)).toBe('… 24 more lines')
  })
})
