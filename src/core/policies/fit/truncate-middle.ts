import { gapsIn, type Unit } from '../path.ts'
import { allOf, openSize, settle } from './choice.ts'
import type { HistoryFit } from './strategy.ts'

/**
 * Keeps the most recent nodes, then fills the beginning up to the first unit that does not fit; one marker stands where
 * content is missing. Where not even the recent nodes fit, the oldest of them go and the beginning is not filled.
 */
export const truncateMiddle: HistoryFit = (units, room, { minimumRecentNodes, markerSize, markerRoom }) => {
  const all = allOf(units, room, markerSize)
  if (all) return all
  const recent = recentOf(units, minimumRecentNodes)
  const fitting = [...recent]
  while (openSize(fitting) > room) fitting.shift()
  const recentShrunk = fitting.length < recent.length

  const choice = new Map<Unit, 'recent' | 'beginning'>(fitting.map((unit) => [unit, 'recent']))
  if (!recentShrunk) fillBeginning(units, choice, room, markerSize)
  return settle(units, choice, markerRoom, { markerSize, recentShrunk })
}

/** The last units that together hold the minimum of nodes, the input not counted; a unit at the edge is recent as a whole. */
function recentOf(units: readonly Unit[], minimum: number): Unit[] {
  const recent: Unit[] = []
  let nodes = 0
  for (const unit of units.toReversed()) {
    if (nodes >= minimum || unit.cut) break
    if (!unit.held || !unit.input) recent.unshift(unit)
    if (!unit.input) nodes += unit.nodes
  }
  return recent
}

/** Adds units from the first on, as long as there is room for the markers of the gaps that remain behind each. */
function fillBeginning(
  units: readonly Unit[],
  choice: Map<Unit, 'recent' | 'beginning'>,
  room: number,
  markerSize: number,
): void {
  const isKept = (unit: Unit | undefined): boolean => unit === undefined || unit.held || choice.has(unit)
  let left = room - openSize(choice.keys())
  let gaps = gapsIn(units, isKept).length
  for (const [at, unit] of units.entries()) {
    if (unit.held) continue
    if (unit.cut || choice.has(unit)) return
    if (isKept(units[at + 1])) gaps--
    left -= unit.size
    if (left < markerSize * gaps) return
    choice.set(unit, 'beginning')
  }
}
