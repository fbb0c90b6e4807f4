import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { structuredPatch } from 'diff'
import { type ContextPlan, type ExplainRow, explain, type SessionEvent } from '../../src/index.ts'
import { bar, count, percent, table } from './table.ts'

/** How often each tool was called, and what went wrong on the way. */
export function toolLines(events: readonly SessionEvent[]): string[] {
  const traces = events.flatMap((event) => (event.kind === 'tool-end' ? [event.trace] : []))
  const names = [...Map.groupBy(traces, ({ name }) => name)].map(([name, own]) => `${name} ${own.length}`)
  const failed = traces.filter(({ exitCode }) => exitCode !== null && exitCode !== 0).length
  const refused = traces.filter(({ error }) => error !== null).length
  return [
    `${traces.length} tool calls: ${names.join(', ')}`,
    `on the way: commands that failed ${failed}, calls that were refused ${refused}`,
  ]
}

/** What is different in these files between two folders: lines that went, lines that came. */
export async function diffLines(before: string, after: string, paths: readonly string[]): Promise<string[]> {
  const lines: string[] = []
  for (const path of [...new Set(paths)].sort()) {
    const [from, to] = await Promise.all([before, after].map((folder) => readFile(join(folder, path), 'utf8')))
    const { hunks } = structuredPatch(path, path, from ?? '', to ?? '', '', '', { context: 0 })
    lines.push(path, ...hunks.flatMap((hunk) => hunk.lines.map((line) => `  ${line}`)))
  }
  return lines
}

/** The calls before which something that was sent until then had to change, and what became of it. */
export function cutLines(plans: readonly ContextPlan[]): string[] {
  const rows = plans.flatMap((plan, at) => {
    if (plan.moment === 'none') return []
    const changed = plan.kept.flatMap((entry) => (entry.kind === 'kept' ? (entry.changed ?? []) : []))
    const those = (kinds: readonly string[]): string => some(changed.filter(({ kind }) => kinds.includes(kind)).length)
    const left = plan.leftOut.reduce((sum, each) => sum + (each.kind === 'span' ? each.count : 1), 0)
    const files = plan.budget.sections.find(({ section }) => section === 'files')?.items ?? 0
    const before = plans[at - 1]?.budget.used ?? 0
    return [
      [
        `${at + 1}`,
        plan.moment,
        count(before),
        count(plan.budget.used),
        some(left),
        those(['repeated']),
        those(['stale']),
        those(['truncate']),
        some(files),
      ],
    ]
  })
  const head = ['call', 'why', 'before', 'after', 'left out', 'repeated', 'stale', 'shortened', 'files in work']
  return table(head, rows, [0, 2, 3, 4, 5, 6, 7, 8])
}

/** A plan, first as bars by section, then decision by decision; neighbours with the same reason stand on one line. */
export function planLines(plan: ContextPlan, events: readonly SessionEvent[]): string[] {
  const { used, limit, sections } = plan.budget
  const bars = sections
    .filter(({ items }) => items > 0)
    .map((each) => [each.section, count(each.items), count(each.used), bar(each.used / limit)])
  const label = labelsOf(events)
  const groups: [ExplainRow, ...ExplainRow[]][] = []
  for (const row of explain(plan)) {
    const last = groups.at(-1)
    if (last && keyOf(last[0]) === keyOf(row)) last.push(row)
    else groups.push([row])
  }
  const rows = groups.map((group) => {
    const [{ in: isIn, section, form, item, to }] = group
    const items = group.reduce((sum, row) => sum + (row.count ?? 1), 0)
    const size = group.reduce((sum, row) => sum + row.size, 0)
    const what = group.length === 1 && item !== null && to === undefined ? label(item) : ''
    return [isIn ? '' : '✗', section, form ?? '', count(items), count(size), what, whyOf(group[0], label)]
  })
  return [
    `${count(used)} of ${count(limit)} tokens, ${percent(used / limit)}`,
    '',
    ...table(['section', 'items', 'used', ''], bars, [1, 2]),
    '',
    ...table(['', 'section', 'form', 'items', 'size', 'what', 'why'], rows, [3, 4]),
  ]
}

function keyOf({ section, form, why, changed = [] }: ExplainRow): string {
  return JSON.stringify([section, form, why, changed.map(({ kind }) => kind)])
}

function whyOf({ why, changed = [], pointsTo = [] }: ExplainRow, label: (id: string) => string): string {
  const kinds = [...new Set(changed.map(({ kind }) => kind))]
  const targets = pointsTo.length === 0 ? '' : ` → ${pointsTo.map(label).join(', ')}`
  const reason = why.replace(/\b[0-9A-HJKMNP-TV-Z]{26}\b/g, label)
  return cut(kinds.length === 0 ? reason : `${kinds.join(', ')}${targets}; ${reason}`, 60)
}

/** What a person calls the nodes of a turn: results by what was done, everything else by its id. */
function labelsOf(events: readonly SessionEvent[]): (id: string) => string {
  const done = new Map(events.flatMap((event) => (event.kind === 'tool-start' ? [[event.callId, event.about]] : [])))
  const labels = new Map<string, string>()
  for (const event of events) {
    if (event.kind !== 'node-append') continue
    const { id, author } = event.node
    const about = event.parts.flatMap((part) => (part.kind === 'tool-result' ? (done.get(part.callId) ?? []) : []))
    labels.set(id, author === 'tool' ? about.join(', ') : `the ${author}'s`)
  }
  return (id) => cut(labels.get(id) ?? id, 36)
}

function cut(text: string, longest: number): string {
  return text.length <= longest ? text : `${text.slice(0, longest - 1)}…`
}

function some(value: number): string {
  return value === 0 ? '' : count(value)
}
