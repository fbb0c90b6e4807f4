import type { Outcome } from '../../decision.ts'
import type { KeptReason } from '../../reason.ts'
import { keep, leaveOut, type PlacedMarker } from '../draft.ts'
import { gapsIn, type Unit } from '../path.ts'
import type { FittedHistory } from './strategy.ts'

/** The units a strategy keeps, each with its reason. What is held needs no mention. */
export type Choice = ReadonlyMap<Unit, KeptReason['kind'] & ('fits' | 'recent' | 'beginning' | 'window')>

/** The size of what is not held yet. What was cut before takes nothing. */
export function openSize(units: Iterable<Unit>): number {
  let size = 0
  for (const unit of units) if (!unit.held && !unit.cut) size += unit.size
  return size
}

/**
 * Every unit kept because there is room for all, but what was cut before; undefined where there is not. With a marker
 * size, markers stand where it was cut, as far as there is room for them too.
 */
export function allOf(units: readonly Unit[], room: number, markerSize?: number): FittedHistory | undefined {
  const open = units.filter((unit) => !unit.cut)
  if (openSize(open) > room) return undefined
  return settle(
    units,
    new Map(open.map((unit) => [unit, 'fits'])),
    room,
    markerSize === undefined ? {} : { markerSize },
  )
}

/**
 * A choice as outcomes. With a marker size, a marker stands before what follows each gap as long as there is room; the
 * flags say where there was none.
 */
export function settle(
  units: readonly Unit[],
  choice: Choice,
  room: number,
  { markerSize, recentShrunk = false }: { markerSize?: number; recentShrunk?: boolean } = {},
): FittedHistory {
  const used = openSize(choice.keys())
  const gaps = gapsIn(units, (unit) => unit.held || choice.has(unit))
  const wanted = gaps.filter((gap) => !stoodUnmarked(gap))
  const affordable =
    markerSize === undefined ? 0 : markerSize === 0 ? wanted.length : Math.floor((room - used) / markerSize)
  const markers = wanted.slice(0, affordable).map((gap) => markerFor(units, gap))
  return {
    kind: 'fitted',
    outcomes: units.flatMap((unit) => outcomesOf(unit, choice)),
    used: used + markers.length * (markerSize ?? 0),
    complete: gaps.length === 0,
    markers,
    recentShrunk,
    markerLeftOut: markerSize !== undefined && markers.length < gaps.length,
  }
}

/** A gap that stands as the previous plan left it, without a marker, stays without. */
function stoodUnmarked([unit, ...others]: readonly Unit[]): boolean {
  return others.length === 0 && unit?.members[0]?.candidate.stretch?.marked === false
}

function outcomesOf(unit: Unit, choice: Choice): [number, Outcome][] {
  if (unit.held) return []
  const kind = choice.get(unit)
  return unit.members.map(({ index, form }) => [
    index,
    kind === undefined ? leaveOut({ kind: 'over-budget', shortBy: 0 }) : keep(form, { kind }),
  ])
}

function markerFor(units: readonly Unit[], gap: readonly Unit[]): PlacedMarker {
  const after = units[units.indexOf(gap.at(-1) as Unit) + 1]
  const last = (gap.at(-1) as Unit).members.at(-1)
  return {
    before: after?.members[0]?.index ?? (last?.index ?? 0) + 1,
    omitted: gap.reduce((sum, unit) => sum + unit.nodes, 0),
    omittedSize: gap.reduce((sum, unit) => sum + unit.fullSize, 0),
  }
}
