import type { Part } from '../../core/content/part.ts'
import type { ContextPlan } from '../../core/context-plan.ts'
import type { Kept } from '../../core/decision.ts'
import type { ChangedPart } from '../../core/form.ts'
import { type Edit, editKinds } from '../../history/edits/edit.ts'
import type { Store } from '../../stores/store.ts'
import { planIn } from '../gather/documents.ts'

/**
 * A part that the newest plan of a branch sends otherwise, because planning found that it may. Its time is that of the first of the plans
 * that all send it so, up to the newest.
 */
export interface PlannedEdit extends Omit<Edit, 'data'> {
  readonly saves: number
  /** The candidates that show what is missing. */
  readonly pointsTo: readonly string[]
}

/** How far back it is looked for when something was first sent so. */
const mostPlans = 64

/** What the newest plan of a branch sends otherwise than it was written, but for what edits ask for, in sending order. */
export async function plannedEdits(store: Store, branch: string): Promise<readonly PlannedEdit[]> {
  const [newest, ...earlier] = await store.plans({ branch, limit: mostPlans })
  const plan = newest && (await planIn(store, newest.decisions))
  if (!plan) return []
  const since = new Map(entriesOf(plan).map(({ id }) => [id, newest.createdAt]))
  let open = new Map(entriesOf(plan).map(({ id, content }) => [id, content]))
  for (const each of earlier) {
    const before = open.size === 0 ? undefined : await planIn(store, each.decisions)
    if (!before) break
    const sent = new Map(entriesOf(before).map(({ id, content }) => [id, content]))
    open = new Map([...open].filter(([id, content]) => sent.get(id) === content))
    for (const id of open.keys()) since.set(id, each.createdAt)
  }
  const contents = await store.contents(entriesOf(plan).flatMap(({ content }) => content ?? []))
  return entriesOf(plan).flatMap((entry) =>
    (entry.changed ?? []).flatMap((change) =>
      plannedEdit(entry, change, contents.get(entry.content ?? '') ?? [], since.get(entry.id) ?? newest.createdAt),
    ),
  )
}

function entriesOf({ kept }: ContextPlan): Kept[] {
  return kept.filter((entry): entry is Kept => entry.kind === 'kept' && (entry.changed?.length ?? 0) > 0)
}

function plannedEdit(
  { id, pointsTo = [] }: Kept,
  { part, within, kind, saves }: ChangedPart,
  parts: readonly Part[],
  at: number,
): PlannedEdit[] {
  const named = kind === 'repeated' ? 'repeat' : editKinds.find((each) => each === kind)
  if (named === undefined || named === 'user') return []
  const held = parts[part]
  const inner = held?.kind === 'tool-result' ? held.content[within ?? 0] : held
  const content = inner && 'text' in inner ? inner.text : ''
  return [{ node: id, part, ...(within === undefined ? {} : { within }), at, kind: named, content, saves, pointsTo }]
}
