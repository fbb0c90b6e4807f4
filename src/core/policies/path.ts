import { type Candidate, fullSize } from '../candidate.ts'
import { type Draft, type Placed, placedAt } from './draft.ts'

/**
 * Candidates of the path that are kept or left out together: an atom, or a single node. Atoms that overlap (a result
 * that came late) are one unit.
 */
export interface Unit {
  readonly members: readonly Placed[]
  /** The size of all full forms together, whatever form each would be sent in. */
  readonly fullSize: number
  /** The size of all forms together. */
  readonly size: number
  /** How many nodes that is; more than the members where one stands for a stretch. */
  readonly nodes: number
  /** An earlier policy has decided to keep it, and it is charged already. */
  readonly held: boolean
  /** The previous plan left it out, and it stays out. */
  readonly cut: boolean
  /** It is the newest input, which is no recent node. */
  readonly input: boolean
}

/** The path that is planned, oldest first, without what is left out already: history, then the input. */
function pathOf(draft: Draft): Placed[] {
  const path: Placed[] = []
  for (const section of ['history', 'input'] as const) {
    draft.input.candidates.forEach((candidate, index) => {
      if (candidate.section === section && draft.outcomes[index]?.kind !== 'left-out') path.push(placedAt(draft, index))
    })
  }
  return path
}

/** The path cut into units. */
export function unitsOf(draft: Draft): Unit[] {
  const path = pathOf(draft)
  const lastOfAtom = new Map<string, number>()
  path.forEach(({ candidate }, at) => {
    if (candidate.atom !== undefined) lastOfAtom.set(candidate.atom, at)
  })
  const units: Unit[] = []
  let start = 0
  let end = 0
  path.forEach(({ candidate }, at) => {
    end = Math.max(end, candidate.atom === undefined ? at : (lastOfAtom.get(candidate.atom) ?? at))
    if (at < end) return
    units.push(unitOf(draft, path.slice(start, at + 1)))
    start = at + 1
  })
  return units
}

function unitOf(draft: Draft, members: readonly Placed[]): Unit {
  let size = 0
  let full = 0
  let nodes = 0
  for (const { candidate, form } of members) {
    size += form.size
    full += fullSize(candidate)
    nodes += candidate.stretch?.count ?? 1
  }
  return {
    members,
    size,
    fullSize: full,
    nodes,
    held: members.every(({ index }) => draft.outcomes[index]?.kind === 'kept'),
    cut: members.some(({ candidate }) => candidate.stretch?.cut === true),
    input: members.every(({ candidate }) => isInput(candidate)),
  }
}

/** Whether a candidate is the newest input. */
export function isInput({ newestInput, section }: Candidate): boolean {
  return newestInput === true || section === 'input'
}

/** What may never be left out of the path: the unit of the newest input, and the last. */
export function newestUnits(draft: Draft): Unit[] {
  const units = unitsOf(draft)
  const last = units.at(-1)
  return units.filter((unit) => unit === last || unit.members.some(({ candidate }) => isInput(candidate)))
}

/** The runs of units that are not kept, oldest first. */
export function gapsIn(units: readonly Unit[], kept: (unit: Unit) => boolean): Unit[][] {
  const gaps: Unit[][] = []
  let open: Unit[] | undefined
  for (const unit of units) {
    if (kept(unit)) open = undefined
    else if (open) open.push(unit)
    else {
      open = [unit]
      gaps.push(open)
    }
  }
  return gaps
}
