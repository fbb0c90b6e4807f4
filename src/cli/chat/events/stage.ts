import type { Style } from '../../context.ts'

/** Where events are shown. */
export interface Stage {
  readonly style: Style
  /** Columns that a line may have. */
  readonly width: number
  /** The answer as it comes: lines for good, and those that may still change. */
  answer(lines: readonly string[], tail: readonly string[]): void
  /** The answer's text as it comes, where nobody looks; undefined on a terminal. */
  readonly raw: ((text: string) => void) | undefined
  /** Lines about what happens. */
  tell(lines: readonly string[]): void
  /** What is being waited for; null for nothing. */
  wait(label: string | null): void
}
