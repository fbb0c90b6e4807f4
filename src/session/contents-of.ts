import type { Digest } from '../core/content/digest.ts'
import type { Part } from '../core/content/part.ts'
import type { ContextPlan } from '../core/context-plan.ts'
import type { Contents } from '../stores/store.ts'

/** The contents of everything a plan sends, by digest. */
export function contentsOf(store: Contents, plan: ContextPlan): Promise<ReadonlyMap<Digest, readonly Part[]>> {
  return store.contents(
    plan.kept.flatMap((entry) => (entry.kind === 'kept' && entry.content !== undefined ? [entry.content] : [])),
  )
}
