import { setImmediate } from 'node:timers/promises'
import type { PackPorts } from './pack-ports.ts'
import type { PackRequest } from './pack-request.ts'
import { type Prepared, prepareFile } from './prepare-file.ts'

/** How many files are read before others get their turn: Ctrl-C, a progress bar. */
const atOnce = 16

/** So many files are parsed at the same time: that is done in threads of their own. */
const parsedAtOnce = 8

/** The files one after the other, with progress, and stopped by the signal. */
export async function* prepareAll(
  ports: PackPorts,
  request: PackRequest,
  paths: readonly string[],
): AsyncGenerator<Prepared> {
  const { signal, onProgress, compress } = request
  const ahead = compress ? parsedAtOnce : 1
  const running: Promise<Prepared>[] = []
  try {
    for (const [at, path] of paths.entries()) {
      if (at % atOnce === 0) {
        await setImmediate()
        signal?.throwIfAborted()
        onProgress?.(at, paths.length, path)
      }
      running.push(prepareFile(ports, request, path))
      const next = running.length < ahead ? undefined : running.shift()
      if (next) yield await next
    }
    for (let next = running.shift(); next; next = running.shift()) yield await next
  } finally {
    await Promise.allSettled(running)
  }
}
