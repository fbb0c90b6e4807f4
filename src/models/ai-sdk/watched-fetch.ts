/** A fetch for one call, and what it saw. */
export interface WatchedFetch {
  readonly fetch: typeof globalThis.fetch
  /** The type of the last answer; null where none came, or none said. */
  contentType(): string | null
}

/** What a watched fetch is told. */
export interface WatchOptions {
  /** Milliseconds. */
  readonly timeout: number
  /** Called when nothing came for that long; it has to abort the request. */
  readonly expire: () => void
  /** Whether the headers may carry a key. */
  readonly sendsKey: boolean
}

const keyHeaders = ['authorization', 'x-api-key']

/**
 * Fetches, and watches for silence: from the request to the first byte, and whenever the next one is waited for. Follows no
 * redirects, so that neither key nor conversation goes to an address that nobody chose.
 */
export function watchedFetch({ timeout, expire, sendsKey }: WatchOptions): WatchedFetch {
  let type: string | null = null
  const watched = async <T>(waiting: Promise<T>): Promise<T> => {
    const timer = setTimeout(expire, timeout)
    try {
      return await waiting
    } finally {
      clearTimeout(timer)
    }
  }
  return {
    contentType: () => type,
    async fetch(input, init) {
      const headers = new Headers(init?.headers)
      if (!sendsKey) for (const name of keyHeaders) headers.delete(name)
      const response = await watched(globalThis.fetch(input, { ...init, headers, redirect: 'manual' }))
      type = response.headers.get('content-type')
      return response.body === null ? response : new Response(watchedBody(response.body, watched), response)
    },
  }
}

function watchedBody(
  body: ReadableStream<Uint8Array>,
  watched: <T>(waiting: Promise<T>) => Promise<T>,
): ReadableStream<Uint8Array> {
  const reader = body.getReader()
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await watched(reader.read())
      if (done) controller.close()
      else controller.enqueue(value)
    },
    cancel: (reason) => reader.cancel(reason),
  })
}
