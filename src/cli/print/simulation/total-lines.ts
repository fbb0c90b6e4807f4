import type { Tally } from '../../../core/metrics/changes.ts'
import type { SimulationTotal } from '../../../session/simulate/total.ts'
import { count, percent } from '../figures.ts'
import { type Column, table } from '../table.ts'
import { letterOf, type Simulated, type SimulationView } from './simulated.ts'

/** What the calls come to, a line each; with two policies side by side, and how the second differs. */
export function totalLines(policies: readonly Simulated[], { style, width, price }: SimulationView): string[] {
  const has = {
    refused: policies.some(({ total }) => total.refused > 0),
    summarised: policies.some(({ total }) => total.summarised.count > 0),
  }
  const figures = policies.map(({ total }) => figuresOf(total, has, price))
  const rows = (figures[0] ?? []).map((_, at) => at)
  const columns: Column<number>[] = [
    { title: '', value: (at) => figures[0]?.[at]?.name ?? '' },
    ...figures.map(
      (of, place): Column<number> => ({
        title: figures.length === 1 ? '' : letterOf(place),
        value: (at) => of[at]?.text ?? '',
        align: 'right',
        style: style.bold,
      }),
    ),
    {
      title: figures.length === 1 ? '' : `${letterOf(1)} − ${letterOf(0)}`,
      value: (at) => (figures.length === 1 ? '' : difference(figures[0]?.[at]?.value, figures[1]?.[at]?.value)),
      align: 'right',
      style: style.dim,
    },
  ]
  const lines = table(rows, columns, { width, head: style.dim })
  return figures.length === 1 ? lines.slice(1) : lines
}

/** What any of the policies has, so that all have a line for it. */
interface Has {
  readonly refused: boolean
  readonly summarised: boolean
}

interface Figure {
  readonly name: string
  readonly text: string
  /** For comparing; null where there is nothing to compare. */
  readonly value: number | null
}

function figuresOf(total: SimulationTotal, has: Has, price: number | null): Figure[] {
  const number = (name: string, value: number): Figure => ({ name, text: count(Math.round(value)), value })
  const cost = (name: string, value: number | null): Figure =>
    value === null ? { name, text: 'not known', value } : number(name, value)
  const tally = (name: string, { size }: Tally): Figure => number(name, size)
  const { pressure, repeats, cold } = total.moments
  return [
    number('calls', total.calls),
    ...(has.refused ? [number('of them refused', total.refused)] : []),
    number('sent', total.used),
    number('sent a call', total.meanUsed),
    number('most in a call', total.mostUsed),
    { name: 'from the cache', text: percent(total.cachedShare), value: null },
    cost('cost, in input tokens', total.cost),
    cost('cost a call', total.costPerCall),
    ...(price === null || total.cost === null ? [] : [dollars(total.cost, price)]),
    number('moments', pressure + repeats + cold),
    number('cuts', total.cuts),
    number('nodes lost', total.lost.count),
    tally('lost', total.lost),
    ...(has.summarised ? [tally('summed up', total.summarised)] : []),
    tally('repeats not sent', total.repeats),
    tally('outputs not sent', total.shortened),
    tally('files in work', total.files),
  ]
}

function dollars(cost: number, price: number): Figure {
  return { name: 'cost in US dollars', text: ((cost * price) / 1_000_000).toFixed(2), value: null }
}

function difference(before: number | null | undefined, after: number | null | undefined): string {
  if (typeof before !== 'number' || typeof after !== 'number' || before === after) return ''
  const change = after - before
  const sign = change < 0 ? '−' : '+'
  const share = before === 0 || Math.abs(change) < before / 200 ? '' : ` (${sign}${percent(Math.abs(change) / before)})`
  return `${sign}${count(Math.abs(Math.round(change)))}${share}`
}
