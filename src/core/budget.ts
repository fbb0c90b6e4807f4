import type { Section } from './form.ts'

/**
 * What a call may take, in the units of the plan's measure: the model's window, what is reserved for the answer, and
 * what is kept back because the measure is not exact.
 */
export interface Budget {
  readonly window: number
  readonly reserved: number
  readonly safety: number
}

/** The sections that share what tools, system, sticky pins and input leave, in the order in which unused size flows on. */
export const sharing = ['history', 'files', 'retrieved', 'bundle', 'pins', 'summary', 'orientation'] as const

/** A section with a share of the budget. */
export type SharingSection = (typeof sharing)[number]

/** Fractions of what is left after the fixed sections; their sum is at most 1. What no share covers flows on. */
export type Shares = { readonly [section in SharingSection]?: number }

/** The limit: window − reserved − safety. */
export function limitOf(budget: Budget): number {
  return budget.window - budget.reserved - budget.safety
}

/** One section's line in a plan's account: what it was allotted, and what it uses. */
export interface SectionAccount {
  readonly section: Section
  readonly allotted: number
  readonly used: number
  readonly items: number
}

/** The whole account of a plan. `used` is never more than `limit`. */
export interface BudgetAccount extends Budget {
  readonly limit: number
  readonly used: number
  readonly sections: readonly SectionAccount[]
}
