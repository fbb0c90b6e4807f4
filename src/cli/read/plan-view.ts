import type { Workspace } from '../../config/open.ts'
import type { Part } from '../../core/content/part.ts'
import type { ContextPlan } from '../../core/context-plan.ts'
import { HeddleError } from '../../core/errors.ts'
import { refusePurged } from '../../session/purged.ts'
import { readPlan } from '../../session/replay.ts'
import type { StoredPlan } from '../../stores/store.ts'
import type { Context } from '../context.ts'
import { headline } from '../print/parts.ts'
import type { PlanView } from '../print/plan.ts'
import { firstLine } from '../print/sanitize.ts'

/** A stored plan with its decisions. Throws where they are not in the store any more. */
export async function loadPlan(workspace: Workspace, stored: StoredPlan): Promise<ContextPlan> {
  const plan = await readPlan(workspace.engine, stored.id)
  if (plan) return plan
  await refusePurged(workspace.store, stored)
  throw new HeddleError(
    'decisions-missing',
    `The decisions of plan ${stored.id.slice(0, 12)} are not in the store. heddle replay can make them again.`,
  )
}

/** How plans are shown: nodes by their short ids, with the first line of what is sent. */
export async function planView(
  { store }: Workspace,
  plans: readonly ContextPlan[],
  { style, io }: Context,
): Promise<PlanView> {
  const ids = new Set(plans.flatMap(idsIn))
  const labels = new Map<string, string>()
  const digests = new Map(
    plans.flatMap((plan) =>
      plan.kept.flatMap((entry) => (entry.kind === 'kept' ? [[entry.id, entry.content] as const] : [])),
    ),
  )
  for (const id of ids) {
    const node = await store.node(id)
    if (!node) continue
    labels.set(id, node.shortId)
    if (!digests.has(id)) digests.set(id, node.content)
  }
  const contents = await store.contents([...digests.values()].filter((digest) => digest !== undefined))
  const text = (id: string): string => {
    const digest = digests.get(id)
    const parts = (digest === undefined ? undefined : contents.get(digest)) ?? []
    return id.startsWith('tool:') ? toolText(parts) : headline(parts)
  }
  return { style, width: io.stdout.columns, label: (id) => labels.get(id) ?? id, text }
}

function idsIn(plan: ContextPlan): string[] {
  const kept = plan.kept.flatMap((entry) => (entry.kind === 'kept' ? [entry.id] : []))
  return [...kept, ...plan.leftOut.flatMap((entry) => (entry.kind === 'span' ? [entry.from, entry.to] : [entry.id]))]
}

/** What a tool is for, instead of its whole definition. */
function toolText(parts: readonly Part[]): string {
  const definition = parts.map((part) => (part.kind === 'text' ? part.text : '')).join('')
  const { description } = JSON.parse(definition) as { readonly description?: string }
  return description === undefined ? '' : firstLine(description)
}
