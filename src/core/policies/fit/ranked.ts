import { type Candidate, fullSize } from '../../candidate.ts'
import type { Outcome } from '../../decision.ts'
import type { Form } from '../../form.ts'
import { keep, leaveOut, type Placed } from '../draft.ts'
import type { Fitted } from './strategy.ts'

/** Best score first, ties in the given order. What has no score counts as 0. */
export function byScore(a: Placed, b: Placed): number {
  return (b.candidate.score ?? 0) - (a.candidate.score ?? 0) || a.index - b.index
}

/**
 * Takes candidates in order of score, in full if that fits, else in the largest smaller form that fits. What does not fit is
 * skipped and the next is tried.
 */
export function ranked(placed: readonly Placed[], room: number): Fitted {
  const outcomes: [number, Outcome][] = []
  let left = room
  let complete = true
  placed.toSorted(byScore).forEach(({ index, candidate, form }, at) => {
    const outcome = choose(candidate, form, left, at + 1)
    if (outcome.kind === 'kept') left -= outcome.form.size
    if (outcome.kind === 'left-out' || outcome.reason.kind === 'smaller-form') complete = false
    outcomes.push([index, outcome])
  })
  return { kind: 'fitted', outcomes, used: room - left, complete }
}

function choose(candidate: Candidate, full: Form, room: number, rank: number): Outcome {
  const [, ...others] = candidate.forms
  const smaller = others.filter(({ by }) => by === undefined)
  const { origin } = candidate
  if (full.size <= room)
    return keep(full, origin === undefined ? { kind: 'ranked', rank } : { kind: 'in-work', from: origin })
  const bySize = smaller.toSorted((a, b) => b.size - a.size)
  const fitting = bySize.find((form) => form.size <= room && form.size < full.size)
  if (fitting) return keep(fitting, { kind: 'smaller-form', rank, shortBy: full.size - room })
  return leaveOut({
    kind: 'over-budget',
    shortBy: Math.min(fullSize(candidate), bySize.at(-1)?.size ?? full.size) - room,
  })
}
