import type { PlanSettings } from '../plan-input.ts'
import { type Moment, momentDefaults } from '../plan-input.ts'
import { pressingSize } from './bundle-room.ts'
import type { Draft } from './draft.ts'

/** The settings about when what is sent changes, with their defaults. */
export function momentSettings(settings: PlanSettings): { readonly [name in keyof typeof momentDefaults]: number } {
  const { pressure, lowWater, repeats } = settings
  return {
    pressure: pressure ?? momentDefaults.pressure,
    lowWater: lowWater ?? momentDefaults.lowWater,
    repeats: repeats ?? momentDefaults.repeats,
  }
}

/** The moment by the size of the whole request as it would be sent. */
export function momentOf(draft: Draft): Moment {
  const { previous, settings, moment } = draft.input
  if (moment !== undefined) return moment
  const { pressure, repeats } = momentSettings(settings)
  const size = pressingSize(draft)
  if (size > pressure * draft.limit) return 'pressure'
  if (!previous) return 'none'
  if (previous.cold) return 'cold'
  return size > repeats * draft.limit ? 'repeats' : 'none'
}
