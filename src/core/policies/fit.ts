import { type SharingSection, sharing } from '../budget.ts'
import type { Form } from '../form.ts'
import type { HistoryStrategy } from '../plan-input.ts'
import type { Refusal } from '../refusal.ts'
import { type Draft, decide, reform, undecided } from './draft.ts'
import { keepFirstPair } from './fit/keep-first-pair.ts'
import { isRelieved, lowWaterRoom } from './fit/low-water.ts'
import { ranked } from './fit/ranked.ts'
import { rollingWindow } from './fit/rolling-window.ts'
import { stopAtLimit } from './fit/stop-at-limit.ts'
import type { Fitted, FittedHistory, HistoryFit } from './fit/strategy.ts'
import { truncateMiddle } from './fit/truncate-middle.ts'
import { unitsOf } from './path.ts'
import type { Policy } from './policy.ts'
import { plainForm } from './repeat.ts'

const historyFits: { readonly [strategy in HistoryStrategy]: HistoryFit } = {
  truncateMiddle,
  rollingWindow,
  keepFirstPair,
  stopAtLimit,
}

/**
 * One strategy per section, each within what it was allotted. What a section could not use (its items are lumps) flows
 * on to those that left something out, in the order of `sharing`. A notice whose target is left out goes back to what it
 * stands for, if that fits; else it goes, too.
 */
export const fit: Policy = {
  name: 'fit',
  apply(draft) {
    for (let next = draft; ; ) {
      const fitted = fitSections(next)
      if (fitted.kind === 'refusal') return fitted
      const lost = withoutTarget(fitted)
      if (lost.length === 0)
        return hasMessage(fitted) ? fitted : { kind: 'refusal', code: 'nothing-to-send', limit: draft.limit }
      next = reform(next, lost)
    }
  },
}

function fitSections(draft: Draft): Draft | Refusal {
  const others = sharing.filter((section) => section !== 'history')
  const fitted = new Map(others.map((section) => [section, fitSection(draft, section, draft.allotted[section] ?? 0)]))
  let spare = draft.limit - draft.fixed - (draft.allotted.history ?? 0)
  for (const { used } of fitted.values()) spare -= used

  const room = (draft.allotted.history ?? 0) + spare
  const cutsDown = !isRelieved(draft)
  const down = cutsDown ? lowWaterRoom(draft, room, fitted.get('files')?.used ?? 0) : room
  const { settings } = draft.input
  const terms = { ...settings, limit: draft.limit, markerRoom: room, cutsDown }
  const history = historyFits[settings.historyStrategy](unitsOf(draft), down, terms)
  if (history.kind === 'refusal') return { ...history, limit: draft.limit }

  const firm: SharingSection[] = draft.input.previous ? ['bundle'] : []
  flowOn(draft, fitted, room - history.used, cutsDown ? ['files', ...firm] : firm)
  return record(draft, history, fitted)
}

function fitSection(draft: Draft, section: SharingSection, room: number): Fitted {
  return ranked(
    undecided(draft, (candidate) => candidate.section === section),
    room,
  )
}

function flowOn(
  draft: Draft,
  fitted: Map<SharingSection, Fitted>,
  unused: number,
  except: readonly SharingSection[],
): void {
  let left = unused
  for (const [section, before] of fitted) {
    if (before.complete || except.includes(section)) continue
    const after = fitSection(draft, section, before.used + left)
    fitted.set(section, after)
    left -= after.used - before.used
  }
}

function record(draft: Draft, history: FittedHistory, fitted: ReadonlyMap<SharingSection, Fitted>): Draft {
  const outcomes = [...history.outcomes, ...[...fitted.values()].flatMap((each) => each.outcomes)]
  const { markers, recentShrunk, markerLeftOut } = history
  return {
    ...decide(draft, outcomes),
    markers,
    truncation: {
      strategy: draft.input.settings.historyStrategy,
      truncated: !history.complete,
      recentShrunk,
      markerLeftOut,
    },
  }
}

/** What is kept in a form that points at something left out, as it is without. */
function withoutTarget(draft: Draft): (readonly [number, Form])[] {
  const { candidates } = draft.input
  const pointing = draft.outcomes.some((outcome) => outcome?.kind === 'kept' && outcome.form.pointsTo !== undefined)
  if (!pointing) return []
  const sent = new Set(candidates.flatMap(({ id }, index) => (draft.outcomes[index]?.kind === 'kept' ? [id] : [])))
  return candidates.flatMap((candidate, index) => {
    const outcome = draft.outcomes[index]
    const targets = outcome?.kind === 'kept' ? (outcome.form.pointsTo ?? []) : []
    return targets.every((id) => sent.has(id)) ? [] : [[index, plainForm({ candidate })] as const]
  })
}

function hasMessage({ input, outcomes }: Draft): boolean {
  return input.candidates.some(
    ({ section }, index) => section !== 'tools' && section !== 'system' && outcomes[index]?.kind === 'kept',
  )
}
