import type { ModelUsage, NamedUsage, UsageFigures, UsageReport } from '../../session/usage/usage-report.ts'
import type { Style } from '../context.ts'
import { count, counted, finePercent, percent } from './figures.ts'
import { type Column, table } from './table.ts'

/** How usage is shown: colours, the terminal's width, and what a conversation is called. */
export interface UsageView {
  readonly style: Style
  readonly width: number | undefined
  readonly conversationName: (id: string) => string
}

/** What calls took, in all, by model and, where there are several, by conversation; nothing where there were none. */
export function usageLines({ all, models, conversations }: UsageReport, view: UsageView): string[] {
  if (all.calls === 0) return []
  const { style, width, conversationName } = view
  const named = conversations.map((each) => ({ ...each, name: conversationName(each.name) }))
  const options = { width, head: style.dim }
  return [
    headLine(all, style),
    '',
    ...table(models, columns('model', style), options),
    '',
    ...table(models, estimateColumns(style), options),
    ...(named.length > 1 ? ['', ...table(named, columns('conversation', style), options)] : []),
  ]
}

function headLine({ calls, cost, unpriced, cachedShare }: UsageFigures, style: Style): string {
  const parts = [
    style.bold(counted(calls, 'call')),
    ...(cachedShare === null ? [] : [`${percent(cachedShare)} of the input from the cache`]),
    ...(cost === null
      ? []
      : [`${dollars(cost)}${unpriced === 0 ? '' : ` and ${counted(unpriced, 'call')} of unknown price`}`]),
  ]
  return parts.join(', ')
}

function columns(title: string, style: Style): Column<NamedUsage>[] {
  return [
    { title, value: ({ name }) => name, flexible: true },
    { title: 'calls', value: ({ calls }) => count(calls), align: 'right' },
    { title: 'failed', value: ({ failed }) => some(failed), align: 'right', style: style.red },
    { title: 'stopped', value: ({ interrupted }) => some(interrupted), align: 'right', style: style.yellow },
    { title: 'retries', value: ({ retries }) => some(retries), align: 'right', style: style.yellow, optional: true },
    { title: 'new input', value: ({ tokens }) => some(tokens.input), align: 'right' },
    { title: 'cached', value: ({ tokens }) => some(tokens.cachedRead), align: 'right' },
    { title: 'written', value: ({ tokens }) => some(tokens.cacheWrite), align: 'right' },
    { title: 'output', value: ({ tokens }) => some(tokens.output), align: 'right' },
    { title: 'reasoning', value: ({ tokens }) => some(tokens.reasoning), align: 'right', optional: true },
    { title: 'cost', value: ({ cost }) => (cost === null ? '' : dollars(cost)), align: 'right' },
  ]
}

function estimateColumns(style: Style): Column<ModelUsage>[] {
  return [
    { title: 'model', value: ({ name }) => name, flexible: true },
    { title: 'compared', value: ({ estimate }) => some(estimate.compared), align: 'right' },
    { title: 'estimate off', value: ({ estimate }) => share(estimate.error), align: 'right', style: style.cyan },
    { title: 'drift', value: ({ estimate }) => signed(estimate.drift), align: 'right' },
    { title: 'version', value: ({ calibration: learned }) => (learned ? count(learned.version) : ''), align: 'right' },
    {
      title: 'learned from',
      value: ({ calibration: learned }) => (learned ? counted(learned.calls, 'call') : ''),
      align: 'right',
    },
    { title: 'then off', value: ({ calibration: learned }) => share(learned?.error ?? null), align: 'right' },
    { title: 'first token', value: ({ firstToken }) => seconds(firstToken), align: 'right', optional: true },
    { title: 'answer', value: ({ total }) => seconds(total), align: 'right', optional: true },
  ]
}

function some(value: number): string {
  return value === 0 ? '' : count(value)
}

function dollars(value: number): string {
  return `$${value >= 1 ? value.toFixed(2) : value.toFixed(4)}`
}

function share(value: number | null): string {
  return value === null ? '' : finePercent(value)
}

function signed(value: number | null): string {
  if (value === null) return ''
  return `${value < 0 ? '−' : '+'}${share(Math.abs(value))}`
}

function seconds(milliseconds: number | null): string {
  return milliseconds === null ? '' : `${(milliseconds / 1000).toFixed(1)} s`
}
