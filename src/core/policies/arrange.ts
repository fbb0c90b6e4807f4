import { type Candidate, isSticky } from '../candidate.ts'
import type { Draft, Placed } from './draft.ts'
import { byScore } from './fit/ranked.ts'
import type { Policy } from './policy.ts'

/**
 * The sending order, by volatility: what stays the same for longest comes first, and what changes every turn stands next to
 * the newest input, so that the provider's cached prefix survives. What follows the newest input on the path follows it here.
 */
export const arrange: Policy = {
  name: 'arrange',
  apply(draft) {
    const kept: Placed[] = []
    draft.input.candidates.forEach((candidate, index) => {
      if (draft.outcomes[index]?.kind === 'kept') kept.push({ index, candidate })
    })
    const turn = turnStart(draft)
    const rank = (placed: Placed): number => ranks[placed.candidate.section] + (isOfTurn(placed, turn) ? turnRank : 0)
    const within = (a: Placed, b: Placed): number =>
      a.candidate.section === 'retrieved' ? byScore(a, b) : a.index - b.index
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
  files: 7,
  retrieved: 8,
  input: 10,
}
/** Added for what belongs to the current turn: leased pins move behind what was retrieved, the turn's nodes behind both. */
const turnRank = 7

/** Where the newest input stands in the history; undefined where it has a section of its own. */
function turnStart(draft: Draft): number | undefined {
  const { candidates } = draft.input
  if (candidates.some((candidate, index) => candidate.section === 'input' && draft.outcomes[index]?.kind === 'kept'))
    return undefined
  const start = candidates.findIndex((candidate) => candidate.newestInput === true)
  return start === -1 ? undefined : start
}

function isOfTurn({ index, candidate }: Placed, turn: number | undefined): boolean {
  if (candidate.section === 'history') return turn !== undefined && index >= turn
  return candidate.section === 'pins' && !isSticky(candidate)
}
