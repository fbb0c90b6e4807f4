import { realpath } from 'node:fs/promises'
import { relative, sep } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { AsyncSubscription } from '@parcel/watcher'
import { HeddleError } from '../../core/errors.ts'
import { isGit } from './place.ts'

export interface WatchOptions {
  /** Stops watching. Without it nothing does. */
  readonly signal?: AbortSignal
  /** Folders and files whose changes do not count, as paths of the source. `.git` never counts. */
  readonly ignore?: readonly string[]
}

export interface Watch {
  /** Settles when watching is over: once the signal says so, or with what `onChange` throws. */
  readonly ended: Promise<void>
}

/** Files cannot be watched. `code` is `watch-failed`. */
export class WatchFailed extends HeddleError {
  readonly path: string
  constructor(path: string, cause: unknown) {
    const what = cause instanceof Error ? cause.message : String(cause)
    super('watch-failed', `${path} cannot be watched: ${what}. Run the command again when files have changed.`, {
      cause,
    })
    this.path = path
  }
}

/** Changes that follow one another this closely, in milliseconds, are told of together. */
const together = 100

/**
 * Tells of changes to files at and under a root, as paths of the source, sorted, each once; `''` where it is not known what changed.
 * Changes that come while `onChange` is still at work are told of afterwards, together. Resolves once files are watched. Throws
 * WatchFailed, or the signal's reason.
 */
export async function watchFiles(
  root: string,
  onChange: (paths: readonly string[]) => void | Promise<void>,
  { signal, ignore = [] }: WatchOptions = {},
): Promise<Watch> {
  signal?.throwIfAborted()
  const failed = new AbortController()
  const over = AbortSignal.any([failed.signal, ...(signal ? [signal] : [])])
  const waiting = new Set<string>()
  let telling = false
  const tell = async (): Promise<void> => {
    if (telling) return
    telling = true
    while (waiting.size > 0) {
      await setTimeout(together)
      const paths = [...waiting].sort()
      waiting.clear()
      if (!over.aborted) await onChange(paths)
    }
    telling = false
  }
  const subscription = await subscribeTo(root, ignore, (paths) => {
    for (const path of paths) if (counts(path, ignore)) waiting.add(path)
    tell().catch((error: unknown) => failed.abort(error))
  })
  const { promise, resolve } = Promise.withResolvers<void>()
  over.addEventListener('abort', () => resolve(), { once: true })
  if (over.aborted) resolve()
  const ended = promise.then(async () => {
    await subscription.unsubscribe()
    failed.signal.throwIfAborted()
  })
  return { ended }
}

async function subscribeTo(
  root: string,
  ignore: readonly string[],
  onPaths: (paths: readonly string[]) => void,
): Promise<AsyncSubscription> {
  try {
    const { subscribe } = await import('@parcel/watcher')
    const real = await realpath(root)
    return await subscribe(
      real,
      (error, events) => {
        onPaths(error ? [''] : events.map(({ path }) => relative(real, path).split(sep).join('/')))
      },
      { ignore: ['.git', '**/.git/**', ...ignore] },
    )
  } catch (error) {
    throw new WatchFailed(root, error)
  }
}

function counts(path: string, ignore: readonly string[]): boolean {
  if (path.split('/').some(isGit)) return false
  return !ignore.some((one) => path === one || path.startsWith(`${one}/`))
}
