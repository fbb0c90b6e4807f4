import type { SectionAccount } from '../../core/budget.ts'
import type { ContextPlan } from '../../core/context-plan.ts'
import type { PlanDiff, RequestDiff } from '../../core/diff.ts'
import { type ExplainRow, explain } from '../../core/explain.ts'
import { changesOf, repeatKinds } from '../../core/metrics/changes.ts'
import type { Calibration } from '../../history/calls/outcome.ts'
import type { Style } from '../context.ts'
import { bar, count, counted, finePercent, measureName, percent } from './figures.ts'
import { sanitizeLine } from './sanitize.ts'
import { type Column, table } from './table.ts'
import { cutToWidth } from './width.ts'

/** How plans are shown: `label` turns a candidate's id into what a person reads, `text` says what is in it. */
export interface PlanView {
  readonly style: Style
  readonly width: number | undefined
  readonly label: (id: string) => string
  readonly text?: (id: string) => string
}

/** Which version of what was learned of a model a plan is counted in. */
export type CalibrationUsed = Pick<Calibration, 'model' | 'version' | 'calls' | 'error'>

/**
 * The account of a plan: how full the limit is, how the limit came about, what sizes were learned from where they were, and
 * what each section takes.
 */
export function accountLines(
  { budget, measure, truncation }: ContextPlan,
  { style, width }: PlanView,
  calibration: CalibrationUsed | null = null,
): string[] {
  const { used, limit, window, reserved, safety, sections } = budget
  const columns: Column<SectionAccount>[] = [
    { title: 'section', value: ({ section }) => section },
    { title: 'items', value: ({ items }) => count(items), align: 'right' },
    { title: 'used', value: (account) => count(account.used), align: 'right' },
    { title: 'allotted', value: ({ allotted }) => count(allotted), align: 'right' },
    { title: '', value: (account) => bar(account.used / Math.max(1, limit), 20), style: style.cyan, optional: true },
  ]
  const filled = sections.filter(({ items, allotted }) => items > 0 || allotted > 0)
  return [
    `${style.bold(count(used))} of ${count(limit)} ${measureName(measure)} (${percent(used / Math.max(1, limit))})`,
    style.dim(`limit = window ${count(window)} − answer ${count(reserved)} − safety ${count(safety)}`),
    ...(calibration ? [style.dim(calibrationLine(calibration, measure))] : []),
    ...(truncation.truncated ? [style.yellow(`truncated by ${truncation.strategy}`)] : []),
    ...(truncation.recentShrunk ? [style.yellow('fewer recent nodes than the settings ask for')] : []),
    ...(truncation.markerLeftOut ? [style.yellow('no room for the marker where nodes are missing')] : []),
    '',
    ...(filled.length === 0 ? [] : table(filled, columns, { width, head: style.dim })),
  ]
}

function calibrationLine({ model, version, calls, error }: CalibrationUsed, measure: string): string {
  const learned = `learned from ${counted(calls, 'call')}, ${finePercent(error)} off`
  return sanitizeLine(`sizes in ${measureName(measure)}: version ${version} for ${model}, ${learned}`)
}

/** How much of an item's text is shown, in columns, also where nothing else is cut. */
const longestText = 60

/** Every decision of a plan, one line each: what is sent in sending order, then what is left out. */
export function decisionLines(plan: ContextPlan, { style, width, label, text }: PlanView): string[] {
  const rows = explain(plan)
  const largest = rows.reduce((most, row) => (row.in ? Math.max(most, row.size) : most), 1)
  const columns: Column<ExplainRow>[] = [
    { title: '', value: (row) => (row.in ? '' : '✗'), style: style.red },
    { title: 'item', value: (row) => itemOf(row, label), style: style.yellow },
    { title: 'section', value: ({ section }) => section },
    { title: 'author', value: ({ author }) => author ?? '', style: style.dim, optional: true },
    { title: 'form', value: ({ form }) => form ?? '' },
    { title: 'size', value: ({ size }) => count(size), align: 'right' },
    { title: 'share', value: (row) => (row.in ? percent(row.share) : ''), align: 'right' },
    { title: '', value: (row) => (row.in ? bar(row.size / largest, 6) : ''), style: style.cyan, optional: true },
    { title: 'why', value: (row) => [row.why, ...notesOn(row, label)].join('; '), flexible: true },
    {
      title: 'text',
      value: ({ item }) => (item === null ? '' : cutToWidth(text?.(item) ?? '', longestText)),
      flexible: true,
      style: style.dim,
    },
  ]
  return table(rows, columns, { width, head: style.dim })
}

function itemOf({ item, to, count: nodes }: ExplainRow, label: (id: string) => string): string {
  if (item === null) return '…'
  if (to === undefined || to === item) return label(item)
  return `${label(item)}…${label(to)} (${count(nodes ?? 0)})`
}

/** What is sent otherwise than it was written: `repeated → see k3x9, saves 812`. */
function notesOn({ changed = [], pointsTo = [] }: ExplainRow, label: (id: string) => string): string[] {
  return changesOf(changed).map(({ kind, parts, saves }) => {
    const times = parts === 1 ? '' : `${count(parts)} × `
    const target = repeatKinds.includes(kind) && pointsTo.length > 0 ? ` → see ${pointsTo.map(label).join(', ')}` : ''
    return `${times}${kind}${target}, ${saves < 0 ? `adds ${count(-saves)}` : `saves ${count(saves)}`}`
  })
}

/** What differs between two plans, and between their requests where those are given. */
export function diffLines(
  changes: PlanDiff,
  request: RequestDiff | undefined,
  { style, width, label }: PlanView,
): string[] {
  const rows = [
    ...changes.went.map(({ id, size }) => ({ sign: '-', id, what: `went (${count(size)})` })),
    ...changes.came.map(({ id, size }) => ({ sign: '+', id, what: `came (${count(size)})` })),
    ...changes.changedForm.map(({ id, from, to }) => ({ sign: '~', id, what: `${from} → ${to}` })),
    ...changes.changedContent.map(({ id, from, to }) => ({
      sign: '~',
      id,
      what: `other content (${from === to ? count(to) : `${count(from)} → ${count(to)}`})`,
    })),
    ...changes.moved.map(({ id, from, to }) => ({ sign: '↕', id, what: `moved from place ${from} to ${to}` })),
  ]
  const columns: Column<(typeof rows)[number]>[] = [
    { title: '', value: ({ sign }) => sign, style: (cell, { sign }) => signStyle(sign, style)(cell) },
    { title: 'item', value: ({ id }) => label(id), style: style.yellow },
    { title: 'change', value: ({ what }) => what, flexible: true },
  ]
  return [
    ...(rows.length === 0
      ? [changes.same ? 'The plans are the same.' : 'The same items are sent; sizes or settings differ.']
      : []),
    ...(rows.length === 0 ? [] : table(rows, columns, { width, head: style.dim })),
    ...(request === undefined ? [] : ['', requestLine(request)]),
  ]
}

function requestLine({ firstByte, sharedPrefix }: RequestDiff): string {
  if (firstByte === null) return `The requests are the same, ${counted(sharedPrefix, 'token')}.`
  return `The requests part at byte ${count(firstByte)} and share the first ${counted(sharedPrefix, 'token')}.`
}

function signStyle(sign: string, style: Style): (text: string) => string {
  if (sign === '-') return style.red
  return sign === '+' ? style.green : style.yellow
}

/** What a person is told about a stored plan's id: its first twelve characters. */
export function shortPlanId(id: string): string {
  return sanitizeLine(id.slice(0, 12))
}
