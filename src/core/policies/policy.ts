import type { Refusal } from '../refusal.ts'
import type { Draft } from './draft.ts'

/**
 * One pure step of planning, and the owner of one reason why things are in or out: takes a draft plan and returns the
 * next one, or refuses.
 */
export interface Policy {
  readonly name: string
  apply(draft: Draft): Draft | Refusal
}
