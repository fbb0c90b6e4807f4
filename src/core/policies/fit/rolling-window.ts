import type { Unit } from '../path.ts'
import { allOf, settle } from './choice.ts'
import type { HistoryFit } from './strategy.ts'

/** Keeps the newest that fits; the oldest is gone, and no marker says so. */
export const rollingWindow: HistoryFit = (units, room) => {
  const all = allOf(units, room)
  if (all) return all
  const choice = new Map<Unit, 'window'>()
  let left = room
  for (const unit of units.toReversed()) {
    if (unit.held) continue
    left -= unit.size
    if (left < 0 || unit.cut) break
    choice.set(unit, 'window')
  }
  return settle(units, choice, room)
}
