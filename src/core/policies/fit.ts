import { type SharingSection, sharing } from '../budget.ts'
import type { HistoryStrategy } from '../plan-input.ts'
import { type Draft, decide, undecided } from './draft.ts'
import { ranked } from './fit/ranked.ts'
import { rollingWindow } from './fit/rolling-window.ts'
import { stopAtLimit } from './fit/stop-at-limit.ts'
import type { Fitted, FittedHistory, HistoryFit } from './fit/strategy.ts'
import { truncateMiddle } from './fit/truncate-middle.ts'
import { unitsOf } from './path.ts'
import type { Policy } from './policy.ts'

const historyFits: { readonly [strategy in HistoryStrategy]: HistoryFit } = {
  truncateMiddle,
  rollingWindow,
  stopAtLimit,
}

/**
 * One strategy per section, each within what it was allotted. What a section could not use (its items are lumps) flows
 * on to those that left something out, in the order of `sharing`.
 */
export const fit: Policy = {
  name: 'fit',
  apply(draft) {
    const others = sharing.filter((section) => section !== 'history')
    const fitted = new Map(others.map((section) => [section, fitRanked(draft, section, draft.allotted[section] ?? 0)]))
    let spare = draft.limit - draft.fixed - (draft.allotted.history ?? 0)
    for (const { used } of fitted.values()) spare -= used

    const room = (draft.allotted.history ?? 0) + spare
    const history = historyFits[draft.input.settings.historyStrategy](unitsOf(draft), room, draft.input.settings)
    if (history.kind === 'refusal') return { ...history, limit: draft.limit }

    flowOn(draft, fitted, room - history.used)
    const fittedDraft = record(draft, history, fitted)
    return hasMessage(fittedDraft) ? fittedDraft : { kind: 'refusal', code: 'nothing-to-send', limit: draft.limit }
  },
}

function fitRanked(draft: Draft, section: SharingSection, room: number): Fitted {
  return ranked(
    undecided(draft, (candidate) => candidate.section === section),
    room,
  )
}

function flowOn(draft: Draft, fitted: Map<SharingSection, Fitted>, unused: number): void {
  let left = unused
  for (const [section, before] of fitted) {
    if (before.complete) continue
    const after = fitRanked(draft, section, before.used + left)
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

function hasMessage({ input, outcomes }: Draft): boolean {
  return input.candidates.some(
    ({ section }, index) => section !== 'tools' && section !== 'system' && outcomes[index]?.kind === 'kept',
  )
}
