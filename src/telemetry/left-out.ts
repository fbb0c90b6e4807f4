import type { ContextPlan } from '../core/context-plan.ts'

/** How much a plan leaves out: candidates, and the size of their full forms in the plan's measure. */
export interface LeftOutSum {
  readonly count: number
  readonly size: number
}

/** Sums up what is left out; a span of history counts with all its nodes. */
export function leftOutOf(leftOut: ContextPlan['leftOut']): LeftOutSum {
  let count = 0
  let size = 0
  for (const each of leftOut) {
    count += each.kind === 'span' ? each.count : 1
    size += each.size
  }
  return { count, size }
}
