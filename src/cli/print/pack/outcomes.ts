import { describeCause } from '../../../session/pack/describe-cause.ts'
import type { FileOutcome, PackReport } from '../../../session/pack/pack-report.ts'
import type { Style } from '../../context.ts'
import { bytes, count, counted } from '../figures.ts'
import { table } from '../table.ts'

interface View {
  readonly style: Style
  readonly width: number | undefined
}

/** A row for each file: its path, its sizes, and what became of it; with `reasons` why. */
export function outcomeLines({ files, measure }: PackReport, { style, width }: View, reasons: boolean): string[] {
  if (files.length === 0) return []
  return table(
    reasons ? files.toSorted((a, b) => rankOf(a) - rankOf(b)) : files,
    [
      { title: 'path', value: ({ path }) => path, flexible: true },
      { title: 'bytes', value: (file) => (file.bytes === undefined ? '' : bytes(file.bytes)), align: 'right' },
      { title: measure, value: (file) => (file.kind === 'packed' ? count(file.size) : ''), align: 'right' },
      {
        title: 'outcome',
        value: (file) => (file.kind === 'packed' ? file.form : 'left out'),
        style: (cell, file) => (file.kind === 'packed' ? style.green(cell) : style.dim(cell)),
      },
      { title: reasons ? 'reason' : 'why', value: (file) => (reasons ? reasonOf(file) : whyOf(file)), flexible: true },
    ],
    { width, head: style.dim },
  )
}

/** What is in comes first, the best before; the rest stays in its order. */
function rankOf(file: FileOutcome): number {
  if (file.kind === 'left-out') return Number.MAX_SAFE_INTEGER
  return 'rank' in file.reason ? file.reason.rank : 0
}

function whyOf(file: FileOutcome): string {
  if (file.kind === 'left-out') return describeCause(file)
  return file.repaired === undefined ? '' : `${counted(file.repaired, 'place')} of invalid UTF-8`
}

/** Why a file is in, and how much, or why it is not. */
function reasonOf(file: FileOutcome): string {
  if (file.kind === 'left-out') {
    const short = file.reason?.kind === 'over-budget' ? `, short by ${count(file.reason.shortBy)}` : ''
    return `${describeCause(file)}${short}`
  }
  const { reason } = file
  const note = whyOf(file) === '' ? '' : `; ${whyOf(file)}`
  if (reason.kind === 'ranked') return `rank ${reason.rank}, fits in full${note}`
  if (reason.kind === 'smaller-form') return `rank ${reason.rank}, in full ${count(reason.shortBy)} too large${note}`
  return `everything fits${note}`
}
