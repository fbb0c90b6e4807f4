import { spawn } from 'node:child_process'
import { appendFileSync, chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { exampleEvents, secret } from './example-events.ts'
import { traceFile } from './trace-file.ts'

let folder = ''
let path = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'heddle-trace-'))
  path = join(folder, 'trace.jsonl')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const written = (): { kind: string; at: number }[] =>
  readFileSync(path, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))

describe('a trace file', () => {
  it('has a line for every event but the deltas, in order, at once', () => {
    const trace = traceFile(path)
    for (const event of exampleEvents) trace(event)
    const kept = exampleEvents.filter(({ kind }) => kind !== 'text-delta' && kind !== 'reasoning-delta')
    expect(written().map(({ kind, at }) => [kind, at])).toEqual(kept.map(({ kind, at }) => [kind, at]))
    expect(readFileSync(path, 'utf8').endsWith('\n')).toBe(true)
    trace.close()
    trace.close()
  })

  it('has content only where it is asked for', () => {
    const plain = traceFile(path)
    for (const event of exampleEvents) plain(event)
    plain.close()
    expect(readFileSync(path, 'utf8')).not.toContain(secret)
    const full = traceFile(path, { content: true })
    for (const event of exampleEvents) full(event)
    full.close()
    expect(readFileSync(path, 'utf8')).toContain(secret)
  })

  it('is its owner’s alone where it is made, and keeps its mode where it was there', () => {
    traceFile(path).close()
    expect(statSync(path).mode & 0o777).toBe(0o600)
    chmodSync(path, 0o640)
    traceFile(path).close()
    expect(statSync(path).mode & 0o777).toBe(0o640)
  })

  it('begins on a fresh line behind a half one', () => {
    const [event] = exampleEvents
    appendFileSync(path, '{"kind":"turn-st')
    for (let time = 0; time < 2; time++) {
      const trace = traceFile(path)
      if (event) trace(event)
      trace.close()
    }
    const lines = readFileSync(path, 'utf8').split('\n')
    expect(lines).toHaveLength(4)
    expect(lines.slice(1, 3).map((line) => JSON.parse(line).kind)).toEqual(['turn-start', 'turn-start'])
  })

  it('writes nothing once it is closed', () => {
    const [event] = exampleEvents
    const trace = traceFile(path)
    trace.close()
    if (event) trace(event)
    expect(statSync(path).size).toBe(0)
  })

  it('refuses a link, a folder, and a folder that is not there, and leaves what a link leads to alone', () => {
    const other = join(folder, 'other')
    appendFileSync(other, 'mine')
    symlinkSync(other, path)
    for (const refused of [path, folder, join(folder, 'none', 'trace.jsonl')])
      expect(() => traceFile(refused)).toThrow(expect.objectContaining({ code: 'trace-file-refused' }))
    expect(readFileSync(other, 'utf8')).toBe('mine')
    mkdirSync(join(folder, 'within'))
    symlinkSync(join(folder, 'nowhere'), join(folder, 'within', 'trace'))
    expect(() => traceFile(join(folder, 'within', 'trace'))).toThrow(/it is a link/)
  })

  it('has only whole lines when its process is killed, but for the last', async () => {
    const script = `import { traceFile } from '${new URL('./trace-file.ts', import.meta.url)}'
      import { exampleEvents } from '${new URL('./example-events.ts', import.meta.url)}'
      const trace = traceFile(process.argv[1])
      process.stdout.write('on')
      for (;;) for (const event of exampleEvents) trace(event)`
    const child = spawn(process.execPath, ['--input-type=module', '-e', script, path])
    const ended = new Promise((done) => child.on('exit', done))
    const failed = new Promise((_, fail) => child.stderr.on('data', (said) => fail(new Error(String(said)))))
    await Promise.race([new Promise((done) => child.stdout.once('data', done)), failed])
    while (statSync(path).size < 100_000) await new Promise((done) => setTimeout(done, 5))
    child.kill('SIGKILL')
    await ended
    const lines = readFileSync(path, 'utf8').split('\n')
    lines.pop()
    expect(lines.length).toBeGreaterThan(100)
    for (const line of lines) expect(JSON.parse(line).run).toBe('run-1')
  })
})
