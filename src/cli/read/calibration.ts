import type { Workspace } from '../../config/open.ts'
import type { ContextPlan } from '../../core/context-plan.ts'
import { readRecipe } from '../../session/replay.ts'
import type { StoredPlan } from '../../stores/store.ts'
import type { CalibrationUsed } from '../print/plan.ts'

/** Which version of what was learned of its model a plan is counted in; null where it is counted otherwise. */
export async function calibrationOf(
  { engine, store }: Workspace,
  { inputs }: StoredPlan,
  plan: ContextPlan,
): Promise<CalibrationUsed | null> {
  const alike = (await store.calibrations()).filter(({ measure }) => measure === plan.measure)
  if (alike.length === 0 || (await store.purged([inputs])).size > 0) return null
  const recipe = await readRecipe(engine, inputs)
  const found = alike.find(({ model }) => model === recipe.model)
  if (!found) return null
  const { model, version, calls, error } = found
  return { model, version, calls, error }
}
