import { allOf, openSize } from './choice.ts'
import type { HistoryFit } from './strategy.ts'

/** How many of the largest items a refusal names. */
const named = 10

/** Cuts nothing: where the history does not fit, it says by how much and what is largest. */
export const stopAtLimit: HistoryFit = (units, room) => {
  const excess = openSize(units) - room
  const all = allOf(units, room)
  if (all) return all
  const largest = units
    .flatMap((unit) => unit.members)
    .map(({ candidate, form }) => ({ id: candidate.id, size: form.size }))
    .sort((a, b) => b.size - a.size || (a.id < b.id ? -1 : 1))
    .slice(0, named)
  return { kind: 'refusal', code: 'over-limit', limit: room, overBy: excess, largest }
}
