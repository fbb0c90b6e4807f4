import { count } from '../../src/cli/print/figures.ts'
import { type Column, table } from '../../src/cli/print/table.ts'
import type { Cell, Check, Report, Row } from './report.ts'

/** A report as text: the machine, the rows, the checks. */
export function printed({ name, machine, rows, checks }: Report): string {
  const where = `${machine.node}, ${machine.platform}, ${machine.cores} × ${machine.cpu}, ${count(machine.memoryMegabytes)} MB`
  const blocks = [
    [`${name} on ${where}`],
    table(rows, columnsOf(rows)),
    ...(checks.length === 0 ? [] : [table(checks, checkColumns)]),
  ]
  return `${blocks.map((lines) => lines.join('\n')).join('\n\n')}\n`
}

function columnsOf(rows: readonly Row[]): Column<Row>[] {
  return [...new Set(rows.flatMap((row) => Object.keys(row)))].map((key) => ({
    title: titleOf(key),
    value: (row) => shown(row[key] ?? null),
    align: rows.some((row) => typeof row[key] === 'number') ? 'right' : 'left',
  }))
}

const checkColumns: readonly Column<Check>[] = [
  { title: 'check', value: ({ name }) => name },
  { title: 'value', value: ({ value }) => shown(value), align: 'right' },
  { title: 'target', value: ({ target }) => target, align: 'right' },
  { title: '', value: ({ pass }) => (pass ? 'reached' : 'missed') },
]

/** `medianMs` is shown as `median ms`. */
function titleOf(key: string): string {
  return key.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
}

function shown(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell === 'string') return cell
  if (Number.isInteger(cell)) return count(cell)
  const digits = Math.abs(cell) >= 100 ? 0 : Math.abs(cell) >= 10 ? 1 : Math.abs(cell) >= 1 ? 2 : 3
  const fixed = cell.toFixed(digits)
  return digits === 0 ? count(Number(fixed)) : fixed
}
