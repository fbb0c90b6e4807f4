import type { Moment } from '../../src/core/plan-input.ts'

/** What a process of its own is asked to do with a workspace. */
export interface Task {
  readonly kind: 'fill' | 'use'
  readonly messages: number
  readonly sizeFactor: number
  readonly folder: string
}

/** What filling came to. */
export interface Filled {
  readonly nodes: number
  readonly reads: number
}

/** What was measured of one call. `plan`: its inputs were gathered and it was planned. `call`: rendered and stored as well. */
export interface TimedCall {
  readonly moment: Moment
  readonly plan: number
  readonly call: number
  readonly kept: number
  readonly used: number
}

/** The calls under one budget, each planned on the one before it, oldest first. */
export interface UsedUnder {
  readonly budget: number
  readonly calls: readonly TimedCall[]
}

/** What using a filled workspace came to. */
export interface Used {
  readonly under: readonly UsedUnder[]
}

/** The budgets, in tokens. */
export const budgets: readonly number[] = [32_000, 64_000]

/** So many of the newest calls are measured, and so many more before them are not. */
export const measuredCalls = 300
export const warmUpCalls = 20
