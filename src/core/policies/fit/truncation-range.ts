import type { HistoryKeep } from '../../plan-input.ts'

/** Indices of messages, both included. `[2, 1]` where nothing is cut: the first pair always stays. */
export type CutRange = readonly [from: number, to: number]

/** How much a cut leaves of what was not cut before. */
export type KeepStep = Exclude<HistoryKeep, 'auto'>

/** The whole range that is cut from now on, and how many messages it adds. */
export interface Cut {
  readonly range: CutRange
  readonly newlyCut: number
}

/** A cut, and the step that made it; null where nothing is left to cut. */
export interface FurtherCut extends Cut {
  readonly keepUsed: KeepStep | null
}

const nothing: CutRange = [2, 1]

/** Up to and including this pressure a half is enough. */
const halfEnough = 2

/**
 * The range behind the first pair that is cut, where there are so many messages, the first of them a person's. It goes on
 * from what was cut so far, and never ends on a person's message, so that what is left alternates. A range that is not
 * extended comes back as it was.
 */
export function truncationRange(messages: number, cutSoFar: CutRange | null, keep: KeepStep): Cut {
  const [first, before] = cutSoFar ?? nothing
  const from = before + 1
  const end = before + countOf(messages - from, keep)
  const to = end % 2 === 0 ? end - 1 : end
  return to < from ? { range: [first, before], newlyCut: 0 } : { range: [first, to], newlyCut: to - before }
}

/**
 * The next cut that frees something: the step asked for, else all but the last two, else everything. Left to itself it
 * keeps a half, and a quarter where the pressure, the size of the request as a multiple of the limit, is above 2.
 */
export function furtherRange(
  messages: number,
  cutSoFar: CutRange | null,
  { keep = 'auto', pressure }: { readonly keep?: HistoryKeep | undefined; readonly pressure: number },
): FurtherCut {
  const asked = keep === 'auto' ? automaticStep(pressure) : keep
  for (const keepUsed of [asked, 'lastTwo', 'none'] as const) {
    const cut = truncationRange(messages, cutSoFar, keepUsed)
    if (cut.newlyCut > 0) return { ...cut, keepUsed }
  }
  return { range: cutSoFar ?? nothing, newlyCut: 0, keepUsed: null }
}

function automaticStep(pressure: number): KeepStep {
  return pressure > halfEnough ? 'quarter' : 'half'
}

/** How many messages go of so many that are left. Pairs go together. */
function countOf(left: number, keep: KeepStep): number {
  switch (keep) {
    case 'none':
      return left
    case 'lastTwo':
      return left - 2
    case 'half':
      return Math.floor(left / 4) * 2
    case 'quarter':
      return Math.floor((left * 3) / 8) * 2
    default:
      return keep satisfies never
  }
}
