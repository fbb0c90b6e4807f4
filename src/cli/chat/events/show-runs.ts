import type { Call } from '../../../history/calls/call.ts'
import type { SessionEvent } from '../../../telemetry/event.ts'
import { counted } from '../../print/figures.ts'
import { headline } from '../../print/parts.ts'
import { sanitizeLine } from '../../print/sanitize.ts'
import { cutToWidth } from '../../print/width.ts'
import type { EventPrinter } from './show-events.ts'
import type { Stage } from './stage.ts'
import { noTotals, type TurnTotals, totalsText, withCall } from './turn-totals.ts'

interface Running {
  readonly startedAt: number
  readonly answer: string
  readonly totals: TurnTotals
}

/** Shows several runs at the same time: a line for each when it ends, with the beginning of its answer. */
export function runsPrinter(
  stage: Stage,
  { cost, nameOf }: { readonly cost: (call: Call) => number | null; readonly nameOf: (branch: string) => string },
): EventPrinter {
  const { style } = stage
  const runs = new Map<string, Running>()
  const wait = (): void => stage.wait(runs.size > 0 ? `${counted(runs.size, 'answer')} still coming` : null)
  return {
    show(event: SessionEvent) {
      if (event.kind === 'turn-start') {
        runs.set(event.run, { startedAt: event.at, answer: '', totals: noTotals })
        wait()
        return
      }
      const run = runs.get(event.run)
      if (!run) return
      if (event.kind === 'call-end') {
        const answer = headline(event.parts) || run.answer
        runs.set(event.run, { ...run, answer, totals: withCall(run.totals, event.call, cost(event.call)) })
      } else if (event.kind === 'turn-end') {
        runs.delete(event.run)
        const failed = event.error ? sanitizeLine(event.error.message) : undefined
        const mark = failed === undefined ? style.green('●') : style.red('●')
        const text = cutToWidth(
          `${sanitizeLine(nameOf(event.branch))}  ${failed ?? run.answer}`,
          Math.max(8, stage.width - 2),
        )
        const totals = cutToWidth(totalsText(run.totals, event.at - run.startedAt), Math.max(8, stage.width - 2))
        stage.tell([`${mark} ${text}`, `  ${style.dim(totals)}`])
        wait()
      }
    },
    end() {
      stage.wait(null)
    },
  }
}
