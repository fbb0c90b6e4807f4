import type { Candidate } from './candidate.ts'
import type { ContextPlan } from './context-plan.ts'
import { plan } from './plan.ts'
import type { PlanInput, PlanSettings } from './plan-input.ts'
import type { Refusal } from './refusal.ts'

/** For tests: a candidate of the history with only a full form, unless more is given. */
export function exampleNode(id: string, size: number, more: Partial<Candidate> = {}): Candidate {
  return { id, section: 'history', forms: [{ kind: 'full', size }], ...more }
}

/** For tests: candidates under a limit, with default settings but for a marker of 5, unless more is set. */
export function exampleInput(
  limit: number,
  candidates: readonly Candidate[],
  settings: Partial<PlanSettings> = {},
): PlanInput {
  return {
    budget: { window: limit, reserved: 0, safety: 0 },
    candidates,
    settings: { historyStrategy: 'truncateMiddle', minimumRecentNodes: 4, markerSize: 5, shares: {}, ...settings },
    measure: 'characters',
  }
}

/** For tests: the plan of an example, which must not be refused. */
export function examplePlan(...given: Parameters<typeof exampleInput>): ContextPlan {
  const made = plan(exampleInput(...given))
  if (made.kind === 'refusal') throw new Error(`refused: ${made.code}`)
  return made
}

/** For tests: the refusal of an example that cannot be planned. */
export function exampleRefusal(...given: Parameters<typeof exampleInput>): Refusal {
  const made = plan(exampleInput(...given))
  if (made.kind === 'plan') throw new Error('not refused')
  return made
}

/** For tests: what a plan sends, in order; a marker as how many nodes it stands for. */
export function sequenceOf({ kept }: ContextPlan): (string | number)[] {
  return kept.map((entry) => (entry.kind === 'marker' ? entry.omitted : entry.id))
}

/** For tests: why each candidate is in or out, by its id; a span by its first node. */
export function reasonsOf({ kept, leftOut }: ContextPlan): { [id: string]: string } {
  const reasons = [...kept, ...leftOut].flatMap((entry): [string, string][] => {
    if (entry.kind === 'marker') return []
    return [[entry.kind === 'span' ? entry.from : entry.id, entry.reason.kind]]
  })
  return Object.fromEntries(reasons)
}
