import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'

/** Where a person may type. */
type Typed = Readable & { readonly isTTY?: boolean }

/**
 * The next line that comes, without its end; empty at the end of the input, or where the signal is aborted. At a terminal, lines that were
 * typed before are dropped: who typed them had not seen what is asked.
 */
export async function typedLine(input: Typed, signal: AbortSignal): Promise<string> {
  if (input.isTTY === true) await dropWaiting(input)
  if (signal.aborted || input.readableEnded) return ''
  const lines = createInterface({ input })
  const stop = (): void => lines.close()
  signal.addEventListener('abort', stop, { once: true })
  try {
    for await (const line of lines) return line
    return ''
  } finally {
    signal.removeEventListener('abort', stop)
    lines.close()
  }
}

/** Reads what waits, until nothing has come for a turn of the event loop: a terminal gives one line each turn. */
async function dropWaiting(input: Typed): Promise<void> {
  let came = true
  const drop = (): void => {
    came = true
  }
  input.on('data', drop).resume()
  while (came) {
    came = false
    // The first may come before the input is looked at, the second comes after.
    await setImmediate()
    await setImmediate()
  }
  input.off('data', drop).pause()
}
