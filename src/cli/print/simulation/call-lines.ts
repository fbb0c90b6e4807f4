import type { Tally } from '../../../core/metrics/changes.ts'
import type { SentCall, SimulatedCall } from '../../../session/simulate/simulated-call.ts'
import { bar, count, percent } from '../figures.ts'
import { type Column, table } from '../table.ts'
import { letterOf, type Simulated, type SimulationView } from './simulated.ts'

/** So many calls are shown one by one; of more, those where something happens, and every so manieth. */
const mostRows = 40

/** The calls that are worth a line, by index, and every how manieth is among them. */
export function tellingCalls(policies: readonly Simulated[], all: boolean): { indices: number[]; every: number } {
  const calls = Math.max(0, ...policies.map((policy) => policy.calls.length))
  const steps = [1, 2, 5].flatMap((step) => [0, 1, 2, 3, 4, 5, 6].map((power) => step * 10 ** power))
  const fitting = steps.sort((a, b) => a - b).find((step) => calls / step <= mostRows / 2)
  const every = all || calls <= mostRows ? 1 : (fitting ?? calls)
  const isTold = (index: number): boolean =>
    (index + 1) % every === 0 ||
    index === 0 ||
    index === calls - 1 ||
    policies.some((policy) => isEventful(policy.calls[index]))
  return { indices: Array.from({ length: calls }, (_, index) => index).filter(isTold), every }
}

function isEventful(call: SimulatedCall | undefined): boolean {
  return call !== undefined && eventOf(call) !== ''
}

/** One line for each of the calls, counted from 1. With two policies their figures stand beside each other, by letter. */
export function callLines(policies: readonly Simulated[], indices: readonly number[], view: SimulationView): string[] {
  const { style, width, label } = view
  const columns: Column<number>[] = [
    { title: 'call', value: (index) => count(index + 1), align: 'right' },
    { title: 'answer', value: (index) => label(policies[0]?.calls[index]?.node ?? ''), style: style.yellow },
    ...policies.flatMap((policy, place) =>
      columnsOf(policies.length === 1 ? '' : `${letterOf(place)} `, policies.length === 1, view).map(
        ({ value, style: cellStyle, ...column }): Column<number> => ({
          ...column,
          value: (index) => value(policy.calls[index]),
          ...(cellStyle ? { style: (cell, index) => cellStyle(cell, policy.calls[index]) } : {}),
        }),
      ),
    ),
  ]
  return table(indices, columns, { width, head: style.dim })
}

type CallColumn = Column<SimulatedCall | undefined>

/** A terminal of so many columns has room for more figures of two policies. */
const roomForTwo = 132

function columnsOf(prefix: string, isAlone: boolean, { style, width }: SimulationView): CallColumn[] {
  const isWide = isAlone || width === undefined || width >= roomForTwo
  const column = (title: string, value: (call: SentCall) => string, more: Partial<CallColumn> = {}): CallColumn => ({
    title: `${prefix}${title}`,
    value: (call) => (call?.kind === 'sent' ? value(call) : ''),
    align: 'right',
    ...more,
  })
  const optional = { optional: true }
  return [
    column('used', ({ used }) => count(used)),
    ...(isAlone ? [column('full', ({ used, limit }) => percent(used / limit))] : []),
    ...(isWide ? [column('shared', ({ shared }) => count(shared))] : []),
    column('cost', ({ cost }) => (cost === null ? '' : count(Math.round(cost)))),
    column('moment', eventOf, {
      value: eventOf,
      align: 'left',
      flexible: true,
      style: (cell, call) => (call?.kind === 'refused' ? style.red(cell) : style.cyan(cell)),
    }),
    ...(isWide ? [column('lost', ({ lost }) => tallied(lost), { style: style.yellow })] : []),
    ...(isAlone
      ? [
          column('repeats', ({ repeats }) => tallied(repeats)),
          column('outputs', ({ shortened }) => tallied(shortened), optional),
          column('files', ({ files }) => tallied(files), optional),
          column('', ({ used, limit }) => bar(used / limit, 8), { ...optional, align: 'left', style: style.cyan }),
        ]
      : []),
  ]
}

function eventOf(call: SimulatedCall | undefined): string {
  if (call === undefined) return ''
  if (call.kind === 'refused') return `refused: ${call.refusal.code}`
  const { moment, lost, summarised } = call
  return [
    ...(moment === 'none' ? [] : [moment]),
    ...(lost.count > 0 ? ['cut'] : []),
    ...(summarised.count > 0 ? ['summed up'] : []),
  ].join(', ')
}

/** `3 (1,204)`: how many, and their size; empty for none. */
function tallied({ count: many, size }: Tally): string {
  return many === 0 ? '' : `${count(many)} (${count(size)})`
}
