import type { Measure } from '../../../core/content/measure.ts'
import type { Detour, Route } from '../../../history/route.ts'
import { RouteBroken } from '../../errors.ts'
import type { Connection } from '../database/connection.ts'
import type { Sizes } from './sizes.ts'
import type { Link, Tree } from './tree.ts'

/** A part of a route in which each node goes on with its parent: between two detours, or to where the path begins. */
export interface Line {
  readonly bottom: Link
  readonly topDepth: number
  /** The parent of its top, whose total does not count; null at the root. */
  readonly above: number | null
  /** The position of its top. */
  readonly start: number
  /** The detour that leads on from its top; undefined for the first line. */
  readonly detour: Detour | undefined
}

/** A piece of a line. */
export interface Piece {
  readonly line: Line
  /** The number of the line in its route. */
  readonly number: number
  readonly fromDepth: number
  readonly toDepth: number
}

/** Routes as lines. */
export interface Lines {
  /** The lines of a route, root first; there is at least one. Throws `NodeNotFound`, `RouteBroken`. */
  of(route: Route): readonly Line[]
  /** The pieces between two positions, root first. */
  between(route: Route, from: number, to: number): readonly Piece[]
  /**
   * What a node's total on its line lacks (or has too much) to be its total on the route. Counts and sums what is missing
   * before the line, so it does not run inside a transaction; the caller fills in what is on the line.
   */
  offset(route: Route, number: number, measure: Measure): number
}

/** The number of nodes on lines. */
export function lengthOf(lines: readonly Line[]): number {
  const last = lines.at(-1)
  return last ? last.start + last.bottom.depth - last.topDepth + 1 : 0
}

interface Known {
  readonly lines: readonly Line[]
  /** By measure, for as many lines as were asked for. */
  readonly offsets: Map<string, number[]>
}

/** Splits routes into lines; a route that is asked for again is remembered while the caller holds it. */
export function lines(connection: Connection, tree: Tree, sizes: Sizes): Lines {
  const remembered = new WeakMap<Route, Known>()

  const split = (route: Route): Line[] => {
    const upwards: Omit<Line, 'start'>[] = []
    let bottom = tree.linkOf(route.head)
    for (const detour of route.detours) {
      const top = tree.linkOf(detour.at)
      if (!tree.isAbove(bottom, top) || topOf(bottom).topDepth > top.depth) throw new RouteBroken(detour.at)
      upwards.push({ bottom, topDepth: top.depth, above: top.parent, detour })
      bottom = tree.linkOf(detour.to)
      if (bottom.conversation !== top.conversation) throw new RouteBroken(detour.to)
    }
    upwards.push({ bottom, ...topOf(bottom), detour: undefined })
    let start = 0
    return upwards.reverse().map((line): Line => {
      const placed = { ...line, start }
      start += line.bottom.depth - line.topDepth + 1
      return placed
    })
  }
  const topOf = (bottom: Link): Pick<Line, 'topDepth' | 'above'> => {
    if (bottom.base === null) return { topDepth: 0, above: null }
    const base = tree.link(bottom.base)
    return { topDepth: base.depth, above: base.parent }
  }
  const known = (route: Route): Known => {
    const there = remembered.get(route)
    if (there) return there
    const made = { lines: connection.reading(() => split(route)), offsets: new Map<string, number[]>() }
    remembered.set(route, made)
    return made
  }
  return {
    of: (route) => known(route).lines,
    between: (route, from, to) =>
      known(route).lines.flatMap((line, number): Piece[] => {
        const fromDepth = line.topDepth + Math.max(0, from - line.start)
        const toDepth = line.topDepth + Math.min(to - line.start, line.bottom.depth - line.topDepth)
        return fromDepth > toDepth ? [] : [{ line, number, fromDepth, toDepth }]
      }),
    offset: (route, number, measure) => {
      const { lines: all, offsets } = known(route)
      const found = offsets.get(measure.id) ?? []
      offsets.set(measure.id, found)
      for (let at = found.length; at <= number; at++) {
        const above = all[at]?.above ?? null
        const before = all[at - 1]
        const beforeTotal = before ? (found[at - 1] ?? 0) + sizes.fill(before.bottom.key, measure) : 0
        found.push(beforeTotal - (above === null ? 0 : sizes.fill(above, measure)))
      }
      return found[number] ?? 0
    },
  }
}
