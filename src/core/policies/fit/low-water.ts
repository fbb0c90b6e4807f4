import { pressingSize } from '../bundle-room.ts'
import { type Draft, sizeOfDraft } from '../draft.ts'
import { momentSettings } from '../moment.ts'

/** When repeats and outputs save this share of the history, nothing more has to go. */
const relief = 0.3

/** Whether no cut is called for: there is no pressure, or what was made smaller has relieved it. */
export function isRelieved(draft: Draft): boolean {
  const { previous, cut } = draft.input
  if (!previous || draft.moment !== 'pressure') return true
  if (cut !== undefined) return !cut
  const now = sizeOfDraft(draft, ({ section }) => section === 'history')
  const before = sizeAsSent(draft)
  return before - now >= relief * before && pressingSize(draft) <= draft.limit
}

/** The history as the previous plan sent it, with what is new in full. */
function sizeAsSent({ input, outcomes }: Draft): number {
  let size = 0
  input.candidates.forEach(({ section, stretch, forms }, index) => {
    if (section !== 'history' || stretch?.cut || outcomes[index]?.kind === 'left-out') return
    size += (forms.find(({ by }) => by === 'previous') ?? forms[0]).size
  })
  return size
}

/**
 * What history may take after a cut: it goes down to the low-water mark of what history and files share, so that many
 * calls pass until the next. Strategies with steps of their own and those that cut nothing have the whole room.
 */
export function lowWaterRoom(draft: Draft, room: number, files: number): number {
  const { settings } = draft.input
  const cutsDown = settings.historyStrategy === 'truncateMiddle' || settings.historyStrategy === 'rollingWindow'
  if (!cutsDown) return room
  return Math.max(0, Math.min(room, Math.floor(momentSettings(settings).lowWater * (room + files)) - files))
}
