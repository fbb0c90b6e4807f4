/** Why a file that was found, or asked for, has no text here. */
export type UnreadCause =
  | 'not-found'
  | 'unreadable'
  | 'outside'
  | 'not-a-file'
  | 'too-large'
  | 'binary'
  | 'changed-while-read'

/**
 * What came of reading a file. `repaired` counts the places of invalid UTF-8 that stand as U+FFFD in the text; `bytes` is the
 * file's size on the disk, where it is known.
 */
export type Reading =
  | { readonly kind: 'text'; readonly text: string; readonly bytes: number; readonly repaired?: number }
  | { readonly kind: 'unread'; readonly cause: UnreadCause; readonly bytes?: number }

/** A file's outcome that needs no reading: a link that leads out of the root, a pipe, a folder that may not be read. */
export interface Unlisted {
  readonly path: string
  readonly cause: UnreadCause
}

/** The files found under some paths. Both lists are sorted by path, each path once. */
export interface Listing {
  readonly paths: readonly string[]
  readonly unlisted: readonly Unlisted[]
}

/**
 * Files under one root. Paths are relative to it, with forward slashes, without `./`; `''` is the root itself. Order is by UTF-16
 * code units, everywhere. Nothing outside of the root is ever read; links that lead out are `outside`.
 */
export interface FileSource {
  /** What stands at a path now; undefined where nothing does, or where it may not be seen. */
  kindOf(path: string): Promise<'file' | 'folder' | 'other' | undefined>
  /**
   * The files at and under paths that the ignore rules leave. A file that is named is listed whatever the rules say; a folder
   * that is named brings what the rules inside of it leave. What is not there is `not-found`.
   */
  list(paths: readonly string[]): Promise<Listing>
  read(path: string): Promise<Reading>
}

/** Which files a text leads to, and which lead to it, as paths of a `FileSource`. */
export interface LinkSource {
  /** Resolved, in order of appearance, each once; links that lead nowhere, out, or to the text itself are left out. */
  outlinks(path: string, text: string): Promise<readonly string[]>
  /** The files whose text links to a path, sorted. */
  inlinks(path: string): Promise<readonly string[]>
}
