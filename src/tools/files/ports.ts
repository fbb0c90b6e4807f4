import type { Digest } from '../../core/content/digest.ts'

/** What the model last saw or wrote of each file, as the digest of its bytes. Paths as `Place.real`. */
export interface SeenFiles {
  get(path: string): Promise<Digest | undefined>
  set(path: string, digest: Digest): Promise<void>
}

/** What the file tools stand on. */
export interface FileToolsOptions {
  /** The folder that they work in, and do not leave. */
  readonly root: string
  readonly seen: SeenFiles
  /** The files at and under a path that the ignore rules leave, sorted; relative to the root, with forward slashes. */
  list(under: string): Promise<readonly string[]>
  /** Whether a whole path is what a pattern describes. Takes time in proportion to pattern × path at worst. */
  glob(pattern: string): (path: string) => boolean
}
