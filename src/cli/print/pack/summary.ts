import { fileExtension } from '../../../bundles/pack/file-extension.ts'
import type { FileOutcome, PackReport } from '../../../session/pack/pack-report.ts'
import type { Style } from '../../context.ts'
import { bar, bytes, count, counted, percent } from '../figures.ts'
import { table } from '../table.ts'

/** What was packed, in a line or three: how many files in which forms, how large, and what was left out why. */
export function summaryLines(report: PackReport, style: Style): string[] {
  const { files, size, measure, characters, budget, parts } = report
  const packed = files.filter(({ kind }) => kind === 'packed')
  const forms = countsOf(
    files.flatMap((file) => (file.kind === 'packed' && file.form !== 'full' ? [formNames[file.form]] : [])),
  )
  const left = countsOf(files.flatMap((file) => (file.kind === 'left-out' ? [causes[file.why]] : [])))
  const of = budget === undefined ? '' : ` of ${count(budget)} (${percent(size / budget)})`
  return [
    `${counted(packed.length, 'file')}${forms === '' ? '' : ` (${forms})`}: ${style.bold(count(size))}${of} ${measure}, ${count(characters)} characters${parts > 1 ? `, ${parts} parts` : ''}`,
    ...(left === '' ? [] : [style.dim(`left out: ${left}`)]),
  ]
}

/** What is said of one, and of more. */
const causes: { readonly [why in Extract<FileOutcome, { kind: 'left-out' }>['why']]: readonly [string, string] } = {
  'not-found': ['not there', 'not there'],
  unreadable: ['not readable', 'not readable'],
  outside: ['that leads out', 'that lead out'],
  'not-a-file': ['that is no regular file', 'that are no regular files'],
  'too-large': ['too large', 'too large'],
  binary: ['binary', 'binary'],
  'changed-while-read': ['changed while it was read', 'changed while they were read'],
  'lock-file': ['lock file', 'lock files'],
  generated: ['generated', 'generated'],
  secret: ['with a secret', 'with secrets'],
  'over-budget': ['over the budget', 'over the budget'],
}

const formNames = {
  signatures: ['with signatures alone', 'with signatures alone'],
  excerpt: ['excerpt', 'excerpts'],
  card: ['card', 'cards'],
} as const

/** `3 binary, 2 lock files`, most first, ties by name. */
function countsOf(names: readonly (readonly [string, string])[]): string {
  return [...Map.groupBy(names, ([one]) => one).values()]
    .sort((a, b) => b.length - a.length || ((a[0]?.[0] ?? '') < (b[0]?.[0] ?? '') ? -1 : 1))
    .map((held) => counted(held.length, ...(held[0] ?? ['', ''])))
    .join(', ')
}

/** Sums by kind of file, the largest first. */
export function statsLines({ files, size, measure }: PackReport, style: Style, width: number | undefined): string[] {
  const packed = files.flatMap((file) => (file.kind === 'packed' ? [file] : []))
  const groups = [...Map.groupBy(packed, ({ path }) => fileExtension(path))].map(([extension, held]) => ({
    extension: extension === '' ? '(none)' : `.${extension}`,
    files: held.length,
    bytes: held.reduce((sum, each) => sum + each.bytes, 0),
    size: held.reduce((sum, each) => sum + each.size, 0),
  }))
  const rows = groups.sort((a, b) => b.size - a.size || (a.extension < b.extension ? -1 : 1))
  if (rows.length === 0) return []
  return table(
    rows,
    [
      { title: 'kind', value: ({ extension }) => extension, flexible: true },
      { title: 'files', value: (row) => count(row.files), align: 'right' },
      { title: 'bytes', value: (row) => bytes(row.bytes), align: 'right' },
      { title: measure, value: (row) => count(row.size), align: 'right' },
      { title: 'share', value: (row) => percent(row.size / Math.max(1, size)), align: 'right' },
      { title: '', value: (row) => bar(row.size / Math.max(1, size)), style: style.cyan },
    ],
    { width, head: style.dim },
  )
}
