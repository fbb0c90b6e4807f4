import { type Draft, sizeOfDraft } from './draft.ts'

/** What the others want is reserved for them in steps of this share of the room. */
const step = 1 / 8

/**
 * What bundles may take of a room that all sections share: what the others leave. Where a plan goes on from another one and not
 * everything fits, what the others want is reserved in steps, so that a history that grows takes from the bundles once in a while,
 * and not with every call: they stand ahead of it in what the provider has cached.
 */
export function bundleRoom(
  room: number,
  wants: { readonly bundle: number; readonly others: number },
  goesOn: boolean,
): number {
  const left = Math.max(0, room - wants.others)
  if (!goesOn || wants.bundle <= left) return left
  const reserved = Math.ceil(wants.others / Math.max(1, room * step)) * room * step
  return Math.max(0, Math.floor(room - reserved))
}

/** The size of what presses on the history: bundles count with no more than their share, for what they take beyond it they give way. */
export function pressingSize(draft: Draft): number {
  const { bundle: share } = draft.input.settings.shares
  const size = sizeOfDraft(draft)
  if (share === undefined) return size
  const bundles = sizeOfDraft(draft, ({ section }) => section === 'bundle')
  return size - Math.max(0, bundles - Math.floor(share * draft.limit))
}
