import type { Digest } from '../../../core/content/digest.ts'
import type { Part } from '../../../core/content/part.ts'
import type { ContextPlan } from '../../../core/context-plan.ts'
import type { Estimate } from '../../../history/calls/call.ts'
import type { Calibrator } from '../../../tokenizers/calibrator.ts'
import { contentsOf } from '../../contents-of.ts'
import type { PlannedCall } from '../../plan-call.ts'
import { perMessageOf } from '../../write-recipe.ts'
import type { Session } from '../session.ts'
import type { TurnRequest } from '../turn-request.ts'

/** What a planned call's input is thought to take, and what of it an estimate can be learned from. */
export async function estimateOf(
  { engine, calibrator }: Session,
  request: Omit<TurnRequest, 'message'>,
  { plan, recipe }: PlannedCall,
  messages: number,
): Promise<Estimate> {
  const { model } = request
  const contents = await contentsOf(engine.store, plan)
  const teaches = !(model.exact && recipe.measure === model.measure) && !holdsMedia(contents)
  return {
    measure: plan.measure,
    size: plan.budget.used,
    messages,
    perMessage: perMessageOf({ ...request, target: 'ai-sdk' }),
    features: teaches ? featuresIn(calibrator, plan, contents) : null,
  }
}

/** What an image or a sound takes is a guess, so it teaches nothing about texts. */
function holdsMedia(contents: ReadonlyMap<Digest, readonly Part[]>): boolean {
  const isMedia = (part: Part): boolean =>
    part.kind === 'tool-result' ? part.content.some(isMedia) : 'ref' in part && part.ref !== undefined
  return [...contents.values()].some((parts) => parts.some(isMedia))
}

/** What was counted in contents that are still in memory, by who counted. */
const counted = new WeakMap<Calibrator, WeakMap<readonly Part[], readonly number[]>>()

/** The features of every text that is sent, as often as it is sent. Those of a content are counted once. */
function featuresIn(
  calibrator: Calibrator,
  { kept }: ContextPlan,
  contents: ReadonlyMap<Digest, readonly Part[]>,
): readonly number[] {
  const known = counted.get(calibrator) ?? new WeakMap<readonly Part[], readonly number[]>()
  counted.set(calibrator, known)
  const sum: number[] = [...calibrator.features([])]
  for (const entry of kept) {
    const parts = entry.kind === 'kept' && entry.content !== undefined ? contents.get(entry.content) : undefined
    if (!parts) continue
    const features = known.get(parts) ?? calibrator.features(textsOf(parts))
    known.set(parts, features)
    for (const [at, count] of features.entries()) sum[at] = (sum[at] ?? 0) + count
  }
  return sum
}

function* textsOf(parts: readonly Part[]): Iterable<string> {
  for (const part of parts) {
    if (part.kind === 'tool-result') yield* textsOf(part.content)
    else if (part.kind === 'tool-call') yield `${part.name}${JSON.stringify(part.input)}`
    else if ('text' in part) yield part.text
  }
}
