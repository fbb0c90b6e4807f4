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
 * skipped and the next is tried. Forms for `later` are tried after all others, in the same order, each in place of what was taken
 * of its candidate.
 */
export function ranked(placed: readonly Placed[], room: number): Fitted {
  const turns = placed.toSorted(byScore).map(startTurn)
  let left = room
  for (const later of [false, true]) for (const turn of turns) left -= takeMore(turn, left, later)
  return {
    kind: 'fitted',
    outcomes: turns.map((turn) => [turn.index, outcomeOf(turn)]),
    used: room - left,
    complete: turns.every(({ form, taken }) => taken === form),
  }
}

interface Turn extends Placed {
  readonly rank: number
  /** The full form, and the smaller ones, the largest first. */
  readonly forms: readonly Form[]
  taken?: Form
  /** What there was for it when it was tried last. */
  room: number
}

function startTurn(placed: Placed, at: number): Turn {
  const { candidate, form: full } = placed
  const [, ...others] = candidate.forms
  const smaller = others.filter(({ by, size }) => by === undefined && size < full.size)
  return { ...placed, rank: at + 1, forms: [full, ...smaller.sort((a, b) => b.size - a.size)], room: 0 }
}

/** Takes the largest form that fits in place of what was taken; returns what that takes more. */
function takeMore(turn: Turn, left: number, later: boolean): number {
  const used = turn.taken?.size ?? 0
  const tried = turn.forms.filter((form) => (form.later ?? false) === later)
  if (tried.length === 0) return 0
  turn.room = left + used
  const fitting = tried.find(({ size }) => size <= turn.room)
  if (!fitting || (turn.taken && fitting.size <= used)) return 0
  turn.taken = fitting
  return fitting.size - used
}

function outcomeOf({ candidate: { origin }, form: full, forms, rank, taken, room }: Turn): Outcome {
  if (!taken) return leaveOut({ kind: 'over-budget', shortBy: (forms.at(-1) ?? full).size - room })
  if (taken !== full) return keep(taken, { kind: 'smaller-form', rank, shortBy: full.size - room })
  return keep(full, origin === undefined ? { kind: 'ranked', rank } : { kind: 'in-work', from: origin })
}
