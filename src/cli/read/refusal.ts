import type { Workspace } from '../../config/open.ts'
import type { Refusal } from '../../core/refusal.ts'

/** A refusal that names nodes by their short ids. */
export async function withShortIds(refusal: Refusal, { store }: Workspace): Promise<Refusal> {
  if (refusal.code !== 'over-limit') return refusal
  const largest = []
  for (const { id, size } of refusal.largest) largest.push({ id: (await store.node(id))?.shortId ?? id, size })
  return { ...refusal, largest }
}
