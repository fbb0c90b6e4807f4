import { foldCase, pointOf } from './fold-case.ts'
import { isNegated } from './syntax.ts'

/** Whether a class has a code point. Where letter case is ignored, the code point comes folded. */
export type Accepts = (point: number) => boolean

type Range = readonly [from: number, to: number]

const slash = 0x2f

/** What the class from `start` up to `end` (both brackets included) accepts; never a slash. */
export function characterClass(
  pattern: readonly string[],
  start: number,
  end: number,
  { ignoreCase }: { readonly ignoreCase: boolean },
): Accepts {
  const negated = isNegated(pattern, start)
  const ranges = readRanges(membersOf(pattern, negated ? start + 2 : start + 1, end - 1))
  const within = (point: number): boolean => ranges.some(([from, to]) => from <= point && point <= to)
  const has = ignoreCase ? (point: number): boolean => within(point) || variants(point).some(within) : within
  return (point) => point !== slash && has(point) !== negated
}

/** The members of a class as they stand, a hyphen that makes a range as undefined. */
function membersOf(pattern: readonly string[], from: number, to: number): (number | undefined)[] {
  const members: (number | undefined)[] = []
  for (let at = from; at < to; at++) {
    const sign = pattern[at] ?? ''
    if (sign === '\\' && at + 1 < to) members.push(pointOf(pattern[++at] ?? ''))
    else members.push(sign === '-' && at > from && at + 1 < to ? undefined : pointOf(sign))
  }
  return members
}

function readRanges(members: readonly (number | undefined)[]): Range[] {
  const hyphen = pointOf('-')
  const ranges: Range[] = []
  for (let at = 0; at < members.length; at++) {
    const from = members[at] ?? hyphen
    const to = at + 2 < members.length && members[at + 1] === undefined ? (members[at + 2] ?? hyphen) : undefined
    ranges.push([from, to ?? from])
    if (to !== undefined) at += 2
  }
  return ranges
}

/** The other letters that fold to the same: `K` and the Kelvin sign for `k` are reached through upper and lower case. */
function variants(point: number): number[] {
  const sign = String.fromCodePoint(point)
  return [sign.toUpperCase(), sign.toLowerCase()]
    .filter((each) => each.length === String.fromCodePoint(pointOf(each)).length)
    .map(pointOf)
    .filter((each) => foldCase(each) === foldCase(point))
}
