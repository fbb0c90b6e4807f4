import type { FeedbackReport, KindReport, VerdictReport } from '../../session/reflect/feedback-report.ts'
import type { Style } from '../context.ts'
import { bar, count, counted, percent } from './figures.ts'
import { type Column, table } from './table.ts'

/** What answers made of their plans, by kind of item, and what people said of them; nothing where no call was reflected on. */
export function reflectionLines(
  { calls, kinds, hitRate, askedLater, verdicts }: FeedbackReport,
  { style, width }: { readonly style: Style; readonly width: number | undefined },
): string[] {
  const said = verdicts.filter((verdict) => verdict.calls > 0)
  const head = `${style.bold(hitRate === null ? '—' : percent(hitRate))} of what has a name was used, tools aside, in ${counted(calls, 'call')}; ${counted(askedLater, 'item')} asked for that ${askedLater === 1 ? 'was' : 'were'} left out or shortened`
  const columns: Column<KindReport>[] = [
    { title: 'section', value: ({ section }) => section },
    { title: 'form', value: ({ form }) => form ?? 'left out' },
    { title: 'used', value: ({ used }) => figure(used), align: 'right', style: style.green },
    { title: 'unused', value: ({ unused }) => figure(unused), align: 'right' },
    { title: 'unnamed', value: ({ unnamed }) => figure(unnamed), align: 'right', style: style.dim },
    { title: 'asked later', value: (kind) => figure(kind.askedLater), align: 'right', style: style.yellow },
    { title: 'hit rate', value: (kind) => shareOf(kind, percent), align: 'right' },
    { title: '', value: (kind) => shareOf(kind, (share) => bar(share, 10)), style: style.cyan, optional: true },
  ]
  const verdictColumns: Column<VerdictReport>[] = [
    { title: 'verdict', value: ({ verdict }) => verdict },
    { title: 'calls', value: (verdict) => count(verdict.calls), align: 'right' },
    { title: 'commands', value: ({ commands }) => figure(commands), align: 'right' },
    { title: 'failed', value: ({ failed }) => figure(failed), align: 'right', style: style.red },
    { title: 'files changed', value: ({ files }) => figure(files), align: 'right' },
  ]
  return [
    ...(calls === 0 ? [] : [head]),
    ...(kinds.length === 0 ? [] : ['', ...table(kinds, columns, { width, head: style.dim })]),
    ...(calls === 0 || said.length === 0 ? [] : ['']),
    ...(said.length === 0 ? [] : table(said, verdictColumns, { width, head: style.dim })),
  ]
}

function figure(value: number): string {
  return value === 0 ? '' : count(value)
}

function shareOf({ used, unused }: KindReport, print: (share: number) => string): string {
  return used + unused === 0 ? '' : print(used / (used + unused))
}
