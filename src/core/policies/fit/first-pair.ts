import type { AuthorType } from '../../content/part.ts'
import type { Form } from '../../form.ts'
import type { Placed } from '../draft.ts'
import type { Unit } from '../path.ts'

/** What the first pair may take in full where something is cut: a quarter of the limit. */
export function firstPairRoom(limit: number): number {
  return Math.floor(limit / 4)
}

/**
 * The beginning of a path up to the first pair: the first unit of a person, its task, and the first of a model behind it,
 * its answer. It ends with the task where the answer is not reached, and is empty where the task is not: looked for only
 * before the first cut, and until what stands around them is larger than the room of the first pair.
 */
export function firstPair(units: readonly Unit[], limit: number): readonly Unit[] {
  let found = 0
  let passed = 0
  for (const [at, unit] of units.entries()) {
    if (passed > firstPairRoom(limit) || isUnread(unit)) break
    if (found > 0 && isBy(unit, 'model')) return units.slice(0, at + 1)
    if (found === 0 && isPersons(unit)) found = at + 1
    else passed += unit.size
  }
  return units.slice(0, found)
}

/** The first pair without its answer. */
export function taskOf(pair: readonly Unit[]): readonly Unit[] {
  return pair.slice(0, pair.findIndex(isPersons) + 1)
}

/** Whether everything in a unit is a person's. */
export function isPersons({ members }: Unit): boolean {
  return members.every(({ candidate }) => candidate.author === 'human')
}

/** Whether a unit stands for nodes that were not read: they were cut before, or cannot fit. */
export function isUnread({ members }: Unit): boolean {
  return members.some(({ candidate }) => candidate.stretch !== undefined)
}

/** Units of the first pair, with the excerpts that their candidates have where they are larger than their room. */
export function shortenFirstPair(pair: readonly Unit[], limit: number): readonly Unit[] {
  const size = pair.reduce((sum, unit) => sum + (unit.held ? 0 : unit.size), 0)
  return size <= firstPairRoom(limit) ? pair : pair.map((unit) => (unit.held ? unit : shortened(unit)))
}

function shortened(unit: Unit): Unit {
  const members = unit.members.map((placed) => ({ ...placed, form: smallerOf(placed) }))
  return { ...unit, members, size: members.reduce((sum, { form }) => sum + form.size, 0) }
}

function smallerOf({ candidate, form }: Placed): Form {
  const excerpt = candidate.forms.find(({ kind, by }) => kind === 'excerpt' && by === undefined)
  return excerpt && excerpt.size < form.size ? excerpt : form
}

function isBy({ members }: Unit, author: AuthorType): boolean {
  return members.some(({ candidate }) => candidate.author === author)
}
