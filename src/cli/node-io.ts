import { once } from 'node:events'
import { fstatSync } from 'node:fs'
import { Interrupted, ReaderGone } from './exit-code.ts'
import type { Io, Output } from './io.ts'
import { typedLine } from './typed-line.ts'

/**
 * The surroundings of this process. Ctrl-C, or being told to end, aborts the signal; a second one ends the process at once. A reader that went away (`| head`)
 * ends it quietly, when what must be kept is.
 */
export function nodeIo(): Io {
  const abort = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (abort.signal.aborted) process.exit(130)
      abort.abort()
    })
  }
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error
      if (!abort.signal.aborted) abort.abort(new ReaderGone())
    })
  }
  return {
    stdout: outputOf(process.stdout),
    stderr: outputOf(process.stderr),
    stdin: {
      terminal: process.stdin.isTTY === true,
      read: () => readAll(abort.signal),
      line: () => typedLine(process.stdin, abort.signal),
    },
    env: process.env,
    cwd: process.cwd(),
    now: () => Date.now(),
    signal: abort.signal,
  }
}

/** The file behind a stream, where it is one. */
function fileOf({ fd }: NodeJS.WriteStream & { readonly fd?: number }): Output['file'] {
  try {
    const held = fd === undefined ? undefined : fstatSync(fd)
    return held?.isFile() === true ? { dev: held.dev, ino: held.ino } : undefined
  } catch {
    return undefined
  }
}

function outputOf(stream: NodeJS.WriteStream): Output {
  const asked = Number(process.env.COLUMNS)
  return {
    write: (text) => void stream.write(text),
    drained: async () => {
      if (stream.writableNeedDrain) await once(stream, 'drain')
    },
    terminal: stream.isTTY === true,
    get file() {
      return fileOf(stream)
    },
    get columns() {
      return Number.isInteger(asked) && asked > 0 ? asked : stream.columns
    },
  }
}

async function readAll(signal: AbortSignal): Promise<Uint8Array> {
  const chunks: Buffer[] = []
  const stop = (): void => void process.stdin.destroy(new Interrupted())
  signal.addEventListener('abort', stop, { once: true })
  try {
    for await (const chunk of process.stdin) chunks.push(Buffer.from(chunk as Uint8Array))
  } finally {
    signal.removeEventListener('abort', stop)
  }
  return Buffer.concat(chunks)
}
