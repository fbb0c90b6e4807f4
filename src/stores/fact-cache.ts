/**
 * What is known of texts by their hash, from one run to the next: how many tokens, which ranges. Nothing of a text is in it, and
 * everything in it can be found out again, so that it may be lost at any time.
 */
export interface FactCache {
  /** What is known under a kind, which names who found it out and in which version. */
  get(kind: string, hash: string): string | undefined
  set(kind: string, hash: string, value: string): void
  /** Brings to the disk what was set. Never throws: what cannot be kept is found out again. */
  close(): void
}

/** Knows what this run found out, and forgets it. */
export function memoryFacts(): FactCache {
  const known = new Map<string, string>()
  return {
    get: (kind, hash) => known.get(`${kind}\n${hash}`),
    set: (kind, hash, value) => void known.set(`${kind}\n${hash}`, value),
    close: () => known.clear(),
  }
}
