/** Where a command writes. */
export interface Output {
  write(text: string): void
  /** Resolves when little of what was written is still waiting to go out. */
  drained(): Promise<void>
  /** Whether a person looks at it. */
  readonly terminal: boolean
  /** The file that it goes into, where it is one: device and number. */
  readonly file?: { readonly dev: number; readonly ino: number } | undefined
  /** The width of the terminal; undefined where lines are not to be cut. */
  readonly columns: number | undefined
}

/** Everything a command gets from its surroundings, so that tests can run it in their own process. */
export interface Io {
  readonly stdout: Output
  readonly stderr: Output
  readonly stdin: {
    readonly terminal: boolean
    /** The bytes of standard input up to its end. */
    read(): Promise<Uint8Array>
    /** One line that a person types from now on, without its end; empty at the end of the input. */
    line(): Promise<string>
  }
  readonly env: { readonly [name: string]: string | undefined }
  /** The working directory. */
  readonly cwd: string
  /** Unix time in milliseconds. */
  readonly now: () => number
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal
}
