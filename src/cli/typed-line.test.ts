import { PassThrough } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { typedLine } from './typed-line.ts'

const signal = new AbortController().signal
const terminal = (): PassThrough & { isTTY: boolean } => Object.assign(new PassThrough(), { isTTY: true })

/** Types a line once the question was shown. */
async function answer(input: PassThrough, line: string): Promise<string> {
  const answered = typedLine(input, signal)
  await wait(20)
  input.write(`${line}\n`)
  return await answered
}

describe('a line that a person types', () => {
  it('is the next that comes, and not what was typed before', async () => {
    const input = terminal()
    input.write('y\n')
    input.write('yes\n')
    expect(await answer(input, 'n')).toBe('n')
    input.write('y\n')
    expect(await answer(input, 'later')).toBe('later')
  })

  it('is what waits already where nobody types', async () => {
    const input = new PassThrough()
    input.write('y\n')
    expect(await typedLine(input, signal)).toBe('y')
  })

  it('is empty at the end of the input, and where it is stopped', async () => {
    for (const ended of [terminal(), new PassThrough()]) {
      ended.end('y')
      expect(await typedLine(ended, signal)).toBe('isTTY' in ended ? '' : 'y')
    }
    for (const input of [terminal(), new PassThrough()]) {
      const stop = new AbortController()
      const answered = typedLine(input, stop.signal)
      stop.abort()
      expect(await answered).toBe('')
    }
  })
})
