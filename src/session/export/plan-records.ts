import type { Digest } from '../../core/content/digest.ts'
import type { Json } from '../../core/content/json.ts'
import type { Store, StoredPlan } from '../../stores/store.ts'
import { readPlan, readRecipe } from '../replay.ts'
import { renderRequest } from '../request.ts'

/** One plan with everything it was made from and came to. `request.body` is null where a content was purged. */
export interface PlanRecord {
  readonly kind: 'plan'
  readonly id: Digest
  readonly conversation: string
  readonly branch: string
  readonly head: string | null
  readonly createdAt: number
  /** The stored inputs, of which `heddle replay` plans again. */
  readonly inputs: Json
  /** The whole plan. */
  readonly decisions: Json
  /** Its digest is that of the bytes that were rendered when it was planned. */
  readonly request: { readonly digest: Digest; readonly target: string | null; readonly body: Json }
  /** Something of it has been purged. */
  readonly purged?: true
}

/** The stored plans of a conversation, oldest first, one at a time. */
export async function* planRecords(store: Store, conversation: string): AsyncIterable<PlanRecord> {
  const plans = await store.plans({ conversation, limit: Number.MAX_SAFE_INTEGER })
  for (const stored of plans.toReversed()) yield await recordOf(store, stored)
}

async function recordOf(store: Store, stored: StoredPlan): Promise<PlanRecord> {
  const { id, conversation, branch, head, createdAt } = stored
  const known = { kind: 'plan', id, conversation, branch, head, createdAt } as const
  const inputs = (await store.document(stored.inputs)) ?? null
  const decisions = (await store.document(stored.decisions)) ?? null
  const body = inputs === null || decisions === null ? undefined : await rendered(store, stored)
  const request = { digest: stored.request, target: body?.target ?? null, body: body?.request ?? null }
  return { ...known, inputs, decisions, request, ...(body === undefined ? { purged: true } : {}) }
}

async function rendered(
  store: Store,
  stored: StoredPlan,
): Promise<{ readonly target: string; readonly request: Json } | undefined> {
  const plan = await readPlan({ store }, stored.id)
  if (!plan) return undefined
  const digests = plan.kept.flatMap((entry) =>
    entry.kind === 'kept' && entry.content !== undefined ? [entry.content] : [],
  )
  if ((await store.purged(digests)).size > 0) return undefined
  const recipe = await readRecipe({ store }, stored.inputs)
  const { target, request } = await renderRequest(store, plan, recipe.target, recipe.options)
  return { target, request }
}
