import { fullSize } from '../../candidate.ts'
import type { Outcome } from '../../decision.ts'
import { keep } from '../draft.ts'
import { momentSettings } from '../moment.ts'
import type { Unit } from '../path.ts'
import { type Choice, openSize, settle } from './choice.ts'
import { firstPair, isPersons, isUnread, shortenFirstPair, taskOf } from './first-pair.ts'
import type { FitTerms, FittedHistory, HistoryFit } from './strategy.ts'
import { type CutRange, furtherRange } from './truncation-range.ts'

/**
 * Keeps the first pair and what stands before it, and cuts behind it in steps, such as a half, until the rest fits; what
 * was cut before stays out. Where something is cut, the first pair is shortened to a quarter of the limit, and one marker
 * behind it says how much is missing. The first pair goes only where it does not fit even without the rest, its answer first.
 */
export const keepFirstPair: HistoryFit = (units, room, terms) => {
  const calm = terms.cutsDown ? Math.floor(momentSettings(terms).pressure * room) : room
  if (!units.some(({ cut }) => cut) && openSize(units) <= calm) return settle(units, allAs(units, 'fits'), room)

  const pair = firstPair(units, terms.limit)
  return (
    keepPair(units, pair, room, calm, terms) ??
    keepPair(units, taskOf(pair), room, calm, terms) ??
    keepPair(units, [], room, calm, terms) ??
    settle(units, new Map(), room)
  )
}

/** The history with these first units kept, or undefined where they do not fit. */
function keepPair(
  units: readonly Unit[],
  pair: readonly Unit[],
  room: number,
  calm: number,
  terms: FitTerms,
): FittedHistory | undefined {
  const shorter = shortenFirstPair(pair, terms.limit)
  const shown = [...shorter, ...units.slice(pair.length)]
  const choice = choose(shown, shorter, room, calm, terms)
  if (!choice) return undefined
  const settled = settle(shown, choice, room, { markerSize: 0 })
  const missing = shown.filter((unit) => !unit.held && !choice.has(unit))
  return {
    ...settled,
    outcomes: withReasons(settled.outcomes, pair, shorter),
    ...oneMarker(settled, missing, shorter, room - settled.used, terms),
  }
}

function allAs(units: readonly Unit[], reason: 'fits' | 'beginning' | 'recent'): Choice {
  return new Map(units.map((unit) => [unit, reason]))
}

/** Everything that was not cut, if it fits; else the first pair and what is left behind a range that is cut. */
function choose(
  units: readonly Unit[],
  pair: readonly Unit[],
  room: number,
  calm: number,
  terms: FitTerms,
): Choice | undefined {
  const open = units.filter((unit) => !unit.cut)
  if (openSize(open) <= calm) return allAs(open, 'fits')

  const rest = units.slice(Math.max(pair.length, units.findLastIndex(isUnread) + 1))
  const messages = 2 + rest.reduce((sum, unit) => sum + messagesOf(unit), 0)
  let left = rest
  for (let range: CutRange | null = null; ; left = behind(rest, range[1] - 1)) {
    const size = openSize([...pair, ...left]) + terms.markerSize
    if (size <= calm) break
    const next = furtherRange(messages, range, { keep: terms.keep, pressure: 1 + (size - room) / terms.limit })
    if (next.keepUsed === null) break
    range = next.range
  }
  const fitting = [left, []].find((each) => openSize([...pair, ...each]) <= room)
  return fitting && new Map([...allAs(pair, 'beginning'), ...allAs(fitting, 'recent')])
}

/** How many messages a unit makes where neighbours of one role are one message: an atom with results makes two. */
function messagesOf({ members }: Unit): number {
  let messages = 0
  let before: boolean | undefined
  for (const { candidate } of members) {
    const isModels = candidate.author === 'model'
    if (isModels !== before) messages++
    before = isModels
  }
  return messages
}

/** What is left behind the first messages. No unit is split, and a person's message stays with what follows it. */
function behind(units: readonly Unit[], count: number): Unit[] {
  let end = 0
  let messages = 0
  for (const unit of units) {
    messages += messagesOf(unit)
    if (messages > count) break
    end++
  }
  const last = units[end - 1]
  return units.slice(last && isPersons(last) ? end - 1 : end)
}

function withReasons(
  outcomes: FittedHistory['outcomes'],
  pair: readonly Unit[],
  shorter: readonly Unit[],
): FittedHistory['outcomes'] {
  const full = new Map(pair.flatMap(({ members }) => members.map(({ index, form }) => [index, form.size])))
  const sent = new Map(shorter.flatMap(({ members }) => members.map(({ index, form }) => [index, form])))
  return outcomes.map(([index, outcome]): readonly [number, Outcome] => {
    const form = sent.get(index)
    const by = (full.get(index) ?? 0) - (form?.size ?? 0)
    return form && by > 0 && outcome.kind === 'kept' ? [index, keep(form, { kind: 'shortened', by })] : [index, outcome]
  })
}

/** One marker for everything that is missing, at the first gap behind the first pair, as long as there is room. */
function oneMarker(
  { markers, used }: FittedHistory,
  missing: readonly Unit[],
  pair: readonly Unit[],
  room: number,
  { markerSize }: FitTerms,
): Pick<FittedHistory, 'markers' | 'used' | 'markerLeftOut'> {
  const end = pair.at(-1)?.members.at(-1)?.index ?? -1
  const place = markers.find(({ before }) => before > end) ?? markers[0]
  if (!place) return { markers: [], used, markerLeftOut: false }
  if (markerSize > room) return { markers: [], used, markerLeftOut: true }
  const omitted = missing.reduce((sum, { nodes }) => sum + nodes, 0)
  const omittedSize = missing
    .flatMap(({ members }) => members)
    .reduce((sum, { candidate }) => sum + fullSize(candidate), 0)
  return { markers: [{ before: place.before, omitted, omittedSize }], used: used + markerSize, markerLeftOut: false }
}
