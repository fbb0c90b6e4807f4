import { createHash } from 'node:crypto'
import type { Digest } from '../core/content/digest.ts'
import type { Json } from '../core/content/json.ts'
import type { ContextPlan } from '../core/context-plan.ts'
import { type RenderOptions, type RenderTarget, render } from '../core/render/render.ts'
import type { Contents } from '../stores/store.ts'
import { contentsOf } from './contents-of.ts'

/** A plan rendered for a provider: the request, its bytes as text, and the digest of these. */
export interface RenderedRequest {
  readonly target: RenderTarget
  readonly request: Json
  readonly text: string
  readonly digest: Digest
  /** What the provider may refuse or read otherwise. */
  readonly warnings: readonly string[]
}

/** Renders a plan with its contents from the store. */
export async function renderRequest(
  store: Contents,
  plan: ContextPlan,
  target: RenderTarget,
  options: RenderOptions = {},
): Promise<RenderedRequest> {
  const { request, warnings } = render(target, plan, await contentsOf(store, plan), options)
  const text = typeof request === 'string' ? request : JSON.stringify(request)
  return { target, request, text, digest: createHash('sha256').update(text).digest('hex'), warnings }
}
