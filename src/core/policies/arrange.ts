import { type Candidate, isSticky } from '../candidate.ts'
import { type Draft, type Placed, placedAt } from './draft.ts'
import { byScore } from './fit/ranked.ts'
import type { Policy } from './policy.ts'

/**
 * The sending order, by volatility: what stays the same for longest comes first, and what changes every turn stands next to
 * the newest input, so that the provider's cached prefix survives. Files in work stand at the oldest cut of the history. What
 * follows the newest input on the path follows it here.
 */
export const arrange: Policy = {
  name: 'arrange',
  apply(draft) {
    const kept: Placed[] = []
    draft.input.candidates.forEach((_, index) => {
      if (draft.outcomes[index]?.kind === 'kept') kept.push(placedAt(draft, index))
    })
    const turn = turnStart(draft)
    const cut = cutEnd(draft)
    const rank = (placed: Placed): number => {
      if (placed.candidate.section === 'files' && cut !== undefined) return historyRank(cut, turn)
      if (placed.candidate.section === 'history') return historyRank(placed.index, turn)
      return ranks[placed.candidate.section] + (isLeased(placed) ? turnRank : 0)
    }
    const place = ({ index, candidate }: Placed): number =>
      candidate.section === 'files' && cut !== undefined ? cut - 0.5 : index
    const within = (a: Placed, b: Placed): number =>
      a.candidate.section === 'retrieved' ? byScore(a, b) : place(a) - place(b) || a.index - b.index
    kept.sort((a, b) => rank(a) - rank(b) || within(a, b))
    return { ...draft, order: kept.map(({ index }) => index) }
  },
}

const ranks: { readonly [section in Candidate['section']]: number } = {
  tools: 0,
  system: 1,
  pins: 2,
  bundle: 3,
  orientation: 4,
  summary: 5,
  history: 6,
  files: 5.5,
  retrieved: 8,
  input: 10,
}
/** Added for what belongs to the current turn: leased pins move behind what was retrieved, the turn's nodes behind both. */
const turnRank = 7

function historyRank(index: number, turn: number | undefined): number {
  return ranks.history + (turn !== undefined && index >= turn ? turnRank : 0)
}

/** Where the newest input stands in the history; undefined where it has a section of its own. */
function turnStart(draft: Draft): number | undefined {
  const { candidates } = draft.input
  if (candidates.some((candidate, index) => candidate.section === 'input' && draft.outcomes[index]?.kind === 'kept'))
    return undefined
  const start = candidates.findIndex((candidate) => candidate.newestInput === true)
  return start === -1 ? undefined : start
}

function isOnPath(section: Candidate['section']): boolean {
  return section === 'history' || section === 'input'
}

/** The first node of the path that is kept behind the oldest gap; undefined where nothing is cut. */
function cutEnd({ input, outcomes }: Draft): number | undefined {
  const isCut = (at: number): boolean => {
    const outcome = outcomes[at]
    return outcome?.kind === 'left-out' && outcome.reason.kind === 'over-budget'
  }
  const gap = input.candidates.findIndex(({ section }, at) => section === 'history' && isCut(at))
  if (gap === -1) return undefined
  const next = input.candidates.findIndex(
    ({ section }, at) => at > gap && isOnPath(section) && outcomes[at]?.kind === 'kept',
  )
  return next === -1 ? undefined : next
}

function isLeased({ candidate }: Placed): boolean {
  return candidate.section === 'pins' && !isSticky(candidate)
}
