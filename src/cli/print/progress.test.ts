import { describe, expect, it } from 'vitest'
import type { Io } from '../io.ts'
import { progress } from './progress.ts'

function ioWith(terminal: boolean): { io: Io; written: string[]; pass: (milliseconds: number) => void } {
  const written: string[] = []
  let time = 0
  const output = { write: (text: string) => void written.push(text), drained: async () => {}, terminal, columns: 40 }
  const stdin = { terminal, read: async () => new Uint8Array(), line: async () => '' }
  const io: Io = {
    stdout: output,
    stderr: output,
    stdin,
    env: {},
    cwd: '/',
    now: () => time,
    signal: new AbortController().signal,
  }
  return {
    io,
    written,
    pass: (milliseconds) => {
      time += milliseconds
    },
  }
}

describe('progress', () => {
  it('shows nothing where nobody looks', () => {
    const { io, written } = ioWith(false)
    const bar = progress(io)
    bar.update(1, 2, 'file')
    bar.end()
    expect(written).toEqual([])
  })

  it('writes one line over and over, not too often, and takes it away', () => {
    const { io, written, pass } = ioWith(true)
    const bar = progress(io)
    bar.update(1, 4, 'file.jsonl')
    bar.update(2, 4, 'too soon')
    pass(100)
    bar.update(3, 4, `a name that is too long for the line\u001b[2J`)
    bar.end()
    bar.end()
    expect(written).toHaveLength(3)
    expect(written[0]).toBe('\r\u001b[K━━━━━                 25 %  file.jsonl')
    expect(written[1]).toMatch(/…$/)
    expect((written[1] ?? '').length).toBeLessThanOrEqual(39 + 4)
    expect(written[2]).toBe('\r\u001b[K')
  })
})
