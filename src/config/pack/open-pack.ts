import { hash } from 'node:crypto'
import type { ChangedTogether, PackPorts, SecretFinder } from '../../session/pack/pack-ports.ts'
import { fileSource } from '../../sources/files/file-source.ts'
import { memoryFacts } from '../../stores/fact-cache.ts'
import { sqliteFacts } from '../../stores/facts/sqlite-facts.ts'
import { encodings } from '../../tokenizers/exact.ts'
import { loadMeasure } from '../../tokenizers/load-measure.ts'
import { factsFile, vocabularyFolder } from '../user-files.ts'

/** Where to pack, and what to remember. */
export interface OpenPackOptions {
  /** The folder whose files are packed, absolute. */
  readonly root: string
  /** The id of the measure. */
  readonly measure: string
  readonly env: { readonly [name: string]: string | undefined }
  /** Whether what is known of texts is kept between runs. */
  readonly cache: boolean
  readonly signal?: AbortSignal
}

/** What packing stands on. `close` keeps what was found out. */
export interface OpenedPack {
  readonly ports: PackPorts
  close(): void
}

/** Opens a folder for packing. */
export async function openPack({ root, measure, env, cache, signal }: OpenPackOptions): Promise<OpenedPack> {
  const sizeOfPoints = await byCodePoints(measure)
  const facts = cache ? sqliteFacts(factsFile(env)) : memoryFacts()
  return {
    ports: {
      source: fileSource(root, signal ? { signal } : {}),
      secrets,
      outliner: lazily(async () => (await import('../../code/ast-grep/outliner.ts')).astGrepOutliner()),
      cache: facts,
      measure,
      ...(sizeOfPoints ? { sizeOfPoints } : {}),
      loadMeasure: (id) => loadMeasure(id, { snapshots: vocabularyFolder(env) }),
      hash: (text) => hash('sha256', text, 'base64url').slice(0, digestLength),
      changedTogether: () => historyOf(root, signal),
    },
    close: () => facts.close(),
  }
}

/** How a measure that nothing but code points matter to makes sizes of them; no tokenizer is loaded to find out. Throws UnknownMeasure. */
async function byCodePoints(measure: string): Promise<((codePoints: number) => number) | undefined> {
  if ((encodings as readonly string[]).includes(measure)) return undefined
  const { byParts } = await loadMeasure(measure)
  return typeof byParts === 'function' ? byParts : undefined
}

/** Made when it is first asked for, once. */
function lazily<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => {
    made ??= make()
    return made
  }
}

/** 144 bits of a digest: enough that no two texts share them. */
const digestLength = 24

const secrets: SecretFinder = {
  version: '13.0.7 1',
  find: async (text) => (await import('../../secrets/find-secrets.ts')).secretsIn(text),
}

/** What changed together, as far as there is a history and a git to read it. */
async function historyOf(root: string, signal: AbortSignal | undefined): Promise<ChangedTogether | undefined> {
  const { changedTogether } = await import('../../sources/git/changed-together.ts')
  try {
    const history = await changedTogether(root, { signal })
    return (path) => history.partners(path)
  } catch (error) {
    signal?.throwIfAborted()
    if (error instanceof Error && 'code' in error) return undefined
    throw error
  }
}
