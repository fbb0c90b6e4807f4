import type { Extra, PackFormatName } from '../../bundles/pack/formats/pack-format.ts'

/** What is packed, and how. */
export interface PackRequest {
  /** Files and folders of the source; `['']` for all of it. */
  readonly paths: readonly string[]
  /** What is never packed: where the pack itself is written. */
  readonly isOutput?: ((path: string) => boolean) | undefined
  /** Only paths that one of these globs matches; empty for every path. */
  readonly include: readonly string[]
  /** No path that one of these globs matches; they win over `include`. */
  readonly exclude: readonly string[]
  readonly format: PackFormatName
  readonly lineNumbers: boolean
  /** Signatures in place of bodies, where the language is known. */
  readonly compress: boolean
  /** Whether files with secrets are left out. */
  readonly secrets: boolean
  /** Lock files and generated files, too. */
  readonly all: boolean
  readonly extras: readonly Extra[]
  /** The most that the whole output may measure. Without it everything goes in. */
  readonly budget?: number
  /** What the files are for: where not everything fits, what has to do with it goes first. */
  readonly task?: string
  /** The most that each part of the output may measure; a file that is larger has a part of its own. */
  readonly split?: number
  /** Gives up: what the pieces are written to is taken away. */
  readonly signal?: AbortSignal
  readonly onProgress?: (done: number, total: number, path: string) => void
}
