import type { Style } from '../../context.ts'

/** Where a chat writes. */
export interface ChatOutput {
  write(text: string): void
  readonly terminal: boolean
  /** Undefined where it is no terminal. */
  readonly columns: number | undefined
  readonly rows: number | undefined
}

/** What a chat gets from its surroundings, so that tests can run it on streams. */
export interface ChatIo {
  /** Bytes as they are typed, or lines where it is no terminal. */
  readonly input: NodeJS.ReadableStream
  /** Turns raw mode on and off; absent where the input is no terminal. */
  readonly setRaw?: (on: boolean) => void
  /** Answers, and on a terminal everything. */
  readonly output: ChatOutput
  /** What is no answer, where the output is no terminal. */
  readonly errors: { write(text: string): void }
  readonly style: Style
  /** Unix time in milliseconds. */
  readonly now: () => number
  /** Aborted when the process is told to end. */
  readonly signal?: AbortSignal
  /** Calls back when the terminal has another size, until what it returns is called. */
  onResize(listener: () => void): () => void
}

/** Whether a person sits at both ends. */
export function isInteractive(io: ChatIo): boolean {
  return io.setRaw !== undefined && io.output.terminal
}
