import type { Io } from '../io.ts'
import { bar, percent } from './figures.ts'
import { sanitizeLine } from './sanitize.ts'
import { cutToWidth, padToWidth } from './width.ts'

/** Shows how far something is. */
export interface Progress {
  /** `done` of `total`, in any unit; `label` says what is being worked on. */
  update(done: number, total: number, label: string): void
  /** Takes the line away. It may be called twice. */
  end(): void
}

const everyMilliseconds = 80

/** One line on standard error that is written over, at most every 80 ms. Shows nothing where that is not a terminal. */
export function progress(io: Io): Progress {
  if (!io.stderr.terminal) return { update: () => {}, end: () => {} }
  let last = Number.NEGATIVE_INFINITY
  let shown = false
  return {
    update(done, total, label) {
      const now = io.now()
      if (now - last < everyMilliseconds) return
      last = now
      shown = true
      const fraction = total > 0 ? Math.min(1, done / total) : 0
      const line = `${padToWidth(bar(fraction, 20), 20)} ${percent(fraction).padStart(5)}  ${sanitizeLine(label)}`
      io.stderr.write(`\r\u001b[K${cutToWidth(line, (io.stderr.columns ?? 80) - 1)}`)
    },
    end() {
      if (shown) io.stderr.write('\r\u001b[K')
      shown = false
    },
  }
}
