import { cpus, totalmem } from 'node:os'

/** A cell: a number, a text, or nothing to say. */
export type Cell = number | string | null

/** One line of a result. */
export type Row = { readonly [key: string]: Cell }

/** A target that an issue names, beside what was measured. It informs; nothing fails when it is missed. */
export interface Check {
  readonly name: string
  readonly value: number
  /** In words: `≤ 10`. */
  readonly target: string
  readonly pass: boolean
}

/** What a benchmark or an evaluation came to. */
export interface Measured {
  readonly rows: readonly Row[]
  readonly checks: readonly Check[]
}

/** Where it was measured. */
export interface Machine {
  readonly node: string
  readonly platform: string
  readonly cpu: string
  readonly cores: number
  readonly memoryMegabytes: number
}

/** The document that `--json` prints. */
export interface Report extends Measured {
  readonly name: string
  readonly machine: Machine
}

/** This machine. */
export function machine(): Machine {
  const all = cpus()
  return {
    node: process.version,
    platform: `${process.platform} ${process.arch}`,
    cpu: all[0]?.model ?? 'unknown',
    cores: all.length,
    memoryMegabytes: Math.round(totalmem() / 1e6),
  }
}

/** A check that a value is at most its target. Both are rounded for show only. */
export function atMost(name: string, value: number, target: number): Check {
  return { name, value: rounded(value), target: `≤ ${target}`, pass: value <= target }
}

/** A check that a value is at least its target. */
export function atLeast(name: string, value: number, target: number): Check {
  return { name, value: rounded(value), target: `≥ ${target}`, pass: value >= target }
}

/** A check that a value is more than its target. */
export function moreThan(name: string, value: number, target: number): Check {
  return { name, value: rounded(value), target: `> ${target}`, pass: value > target }
}

/** A number with at most four significant digits, and none lost in front of the point. */
export function rounded(value: number): number {
  return Math.abs(value) >= 1000 ? Math.round(value) : Number(value.toPrecision(4))
}
