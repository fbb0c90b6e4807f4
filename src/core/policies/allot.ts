import { type SharingSection, sharing } from '../budget.ts'
import { type Candidate, isSticky } from '../candidate.ts'
import type { Outcome } from '../decision.ts'
import type { Refusal } from '../refusal.ts'
import { bundleRoom } from './bundle-room.ts'
import { type Draft, decide, keep, type Placed, sizeOfPlaced, undecided } from './draft.ts'
import { isInput, newestUnits } from './path.ts'
import type { Policy } from './policy.ts'
import { plainForm } from './repeat.ts'

/**
 * Tools, system text, sticky pins and the newest input come first and always go. The rest is shared: a section gets its
 * share as far as it wants it, and what a section does not want flows on in the order of `sharing`.
 */
export const allot: Policy = {
  name: 'allot',
  apply(draft) {
    const held = hold(draft)
    return held.kind === 'refusal' ? held : share(held)
  },
}

/** Decides for what may never be left out, or refuses where it does not fit. */
function hold(draft: Draft): Draft | Refusal {
  const { limit } = draft
  const system = sizeOfPlaced(undecided(draft, (candidate) => candidate.section === 'system'))
  const required = undecided(draft, isRequired)
  const units = newestUnits(draft)
  const newest = units.flatMap((unit) => unit.members).map((placed) => ({ ...placed, form: plainForm(placed) }))
  const last = new Set(units.at(-1)?.members.map(({ index }) => index))
  const firm = sizeOfPlaced(required.filter(({ candidate }) => !isSticky(candidate)))
  if (undecided(draft, (candidate) => candidate.section !== 'tools' && candidate.section !== 'system').length === 0)
    return { kind: 'refusal', code: 'nothing-to-send', limit }
  if (system > limit || firm > limit)
    return { kind: 'refusal', code: 'system-over-limit', limit, overBy: (system > limit ? system : firm) - limit }

  const size = sizeOfPlaced(required) + sizeOfPlaced(newest)
  const shortened = shorten(newest, size - limit)
  const fixed = size - shortened.saved
  if (fixed > limit) return { kind: 'refusal', code: 'newest-over-limit', limit, overBy: fixed - limit }
  const decided: [number, Outcome][] = [
    ...required.map(({ index, form }): [number, Outcome] => [index, keep(form, { kind: 'required' })]),
    ...newest.map((placed): [number, Outcome] => [
      placed.index,
      shortened.outcomes.get(placed.index) ??
        keep(placed.form, {
          kind: last.has(placed.index) && !isInput(placed.candidate) ? 'last-atom' : 'newest-input',
        }),
    ]),
  ]
  return { ...decide(draft, decided), fixed }
}

/** Whether a candidate always goes, before even the newest input: tools, system text and sticky pins. */
export function isRequired(candidate: Candidate): boolean {
  return candidate.section === 'tools' || candidate.section === 'system' || isSticky(candidate)
}

/** Takes excerpts instead of the full forms, largest saving first, until `excess` is saved or nothing is left to shorten. */
function shorten(placed: readonly Placed[], excess: number): { saved: number; outcomes: Map<number, Outcome> } {
  const outcomes = new Map<number, Outcome>()
  const shorter = placed.flatMap(({ index, candidate, form }) => {
    const excerpt = candidate.forms.find((held) => held.kind === 'excerpt' && held.by === undefined)
    const by = form.size - (excerpt?.size ?? 0)
    return excerpt && by > 0 ? [{ index, form: excerpt, by }] : []
  })
  shorter.sort((a, b) => b.by - a.by || a.index - b.index)
  let saved = 0
  for (const { index, form, by } of shorter) {
    if (saved >= excess) break
    outcomes.set(index, keep(form, { kind: 'shortened', by }))
    saved += by
  }
  return { saved, outcomes }
}

function share(draft: Draft): Draft {
  const rest = draft.limit - draft.fixed
  const wanted = wantsOf(draft)
  const allotted: { [section in SharingSection]?: number } = {}
  let left = rest
  for (const section of sharing) {
    const part = Math.min(wanted[section] ?? 0, Math.floor((draft.input.settings.shares[section] ?? 0) * rest), left)
    allotted[section] = part
    left -= part
  }
  const { bundle = 0, ...others } = wanted
  const wants = { bundle, others: Object.values(others).reduce((sum, each) => sum + each, 0) }
  const most = bundleRoom(rest, wants, draft.input.previous !== undefined)
  for (const section of sharing) {
    const want = section === 'bundle' ? Math.min(bundle, Math.max(most, allotted.bundle ?? 0)) : (wanted[section] ?? 0)
    const more = Math.min(want - (allotted[section] ?? 0), left)
    allotted[section] = (allotted[section] ?? 0) + more
    left -= more
  }
  return { ...draft, allotted }
}

function wantsOf(draft: Draft): { [section: string]: number } {
  const wanted: { [section: string]: number } = {}
  for (const { candidate, form } of undecided(draft, ({ stretch }) => !stretch?.cut))
    wanted[candidate.section] = (wanted[candidate.section] ?? 0) + form.size
  return wanted
}
