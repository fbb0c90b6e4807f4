import { characters, type Measure } from '../core/content/measure.ts'
import { grow, sizeOf, startTally, type Tally, type TallyEnd, tallyEnd } from '../core/content/tally.ts'
import { cutToFit } from './cut.ts'
import { LimitNotPositive, MeasureMissing } from './errors.ts'
import type { BundleSettings, Template } from './settings.ts'

/** Something that is to be placed, with what its depth's template puts around it. */
export interface Entry {
  readonly path: string
  readonly depth: number
  readonly before: string
  readonly text: string
  readonly after: string
  /** Whether it was cut before. It then waits with what is skipped, so that no two items are cut. */
  readonly isCut?: boolean
}

interface Limit {
  readonly most: number
  /** Of the wrap's beginning and everything placed. */
  readonly tally: Tally
  /** The wrap's end. */
  readonly end: TallyEnd
}

/** How far a walk over a bundle's items is. */
export interface Admission<Item extends Entry = Entry> {
  readonly wrap: Template
  readonly wrapDropped: boolean
  readonly placed: readonly Item[]
  readonly skipped: readonly Item[]
  /** How many items stood before the first that was skipped, and the sizes there. */
  readonly firstSkip?: { readonly at: number; readonly tallies: readonly Tally[] }
  readonly limits: readonly Limit[]
  /** The path of the item that was cut. */
  readonly cut?: string
}

/**
 * This file keeps the promise that what is compiled is never over a limit: all of a depth is placed before anything of the next;
 * an item that does not fit whole with its templates is skipped, and the next is tried; at last the first that was
 * skipped is cut. Every step measures the whole string with the wrap around it.
 *
 * Starts with nothing placed and the wrap reserved, or dropped if it alone is over a limit. Throws LimitNotPositive and
 * MeasureMissing.
 */
export function startAdmission<Item extends Entry>(
  wrap: Template,
  settings: BundleSettings,
  measure?: Measure,
): Admission<Item> {
  const bounds = boundsOf(settings, measure)
  const isOver = bounds.some(({ measure, most }) => measure.count(wrap.before + wrap.after) > most)
  const { before, after } = isOver ? { before: '', after: '' } : wrap
  const limits = bounds.map(({ measure, most }) => ({
    most,
    tally: grow(startTally(measure), before),
    end: tallyEnd(measure, after),
  }))
  return { wrap: { before, after }, wrapDropped: isOver, placed: [], skipped: [], limits }
}

function boundsOf(settings: BundleSettings, measure: Measure | undefined): { measure: Measure; most: number }[] {
  const bounds: { measure: Measure; most: number }[] = []
  for (const setting of ['max_len', 'max_tokens'] as const) {
    const most = settings[setting]
    if (most === null) continue
    if (!(most > 0)) throw new LimitNotPositive(setting, most)
    const used = setting === 'max_len' ? characters : measure
    if (!used) throw new MeasureMissing()
    bounds.push({ measure: used, most })
  }
  return bounds
}

/** Places the items of one depth that fit whole, in their order. */
export function admit<Item extends Entry>(admission: Admission<Item>, items: readonly Item[]): Admission<Item> {
  const placed = [...admission.placed]
  const skipped = [...admission.skipped]
  let { limits, firstSkip } = admission
  for (const item of items) {
    const grown = item.isCut ? undefined : withText(limits, textOf(item))
    if (grown) {
      limits = grown
      placed.push(item)
    } else {
      firstSkip ??= { at: placed.length, tallies: limits.map(({ tally }) => tally) }
      skipped.push(item)
    }
  }
  return { ...admission, placed, skipped, limits, ...(firstSkip ? { firstSkip } : {}) }
}

/** The limits with more text at the end; undefined if it is over one of them. */
function withText(limits: readonly Limit[], text: string): readonly Limit[] | undefined {
  const grown: Limit[] = []
  for (const limit of limits) {
    const tally = growWithin(limit, text)
    if (!tally || sizeOf(tally, limit.end) > limit.most) return undefined
    grown.push({ ...limit, tally })
  }
  return grown
}

/** Counts in steps that double, and gives up when what is counted for good is over the limit: a large file costs what fits of it. */
function growWithin({ tally, most }: Limit, text: string): Tally | undefined {
  let grown = tally
  for (let from = 0, step = 1024; from < text.length; step *= 2) {
    grown = grow(grown, text.slice(from, from + step))
    from += step
    if (grown.measure.byParts === 'lines' && grown.closed > most) return undefined
  }
  return grown
}

/** Ends the walk: cuts the first item that was skipped to what is left, in its own place, if one character of it fits. */
export function cutFirstSkipped<Item extends Entry>(admission: Admission<Item>): Admission<Item> {
  const { firstSkip, limits, placed, wrap } = admission
  const [first, ...skipped] = admission.skipped
  if (!first || !firstSkip) return admission
  const rest = placed.slice(firstSkip.at)
  const following = first.after + rest.map(textOf).join('') + wrap.after
  const rooms = limits.map(({ most }, index) => {
    const tally = firstSkip.tallies[index] ?? startTally(characters)
    return { most, tally: grow(tally, first.before), end: tallyEnd(tally.measure, following) }
  })
  const text = cutToFit(first.text, rooms)
  if (text === '') return admission
  const cut = { ...first, text }
  const behind = textOf(cut) + rest.map(textOf).join('')
  return {
    ...admission,
    placed: [...placed.slice(0, firstSkip.at), cut, ...rest],
    skipped,
    cut: first.path,
    limits: limits.map((limit, index) => ({ ...limit, tally: grow(firstSkip.tallies[index] ?? limit.tally, behind) })),
  }
}

/**
 * The lines with the names of what was skipped that still fit behind everything placed, under a line that says so; the empty
 * text where not one name fits.
 */
export function namesOfSkipped(admission: Admission, skipped: readonly string[]): string {
  let names = ''
  let { limits } = admission
  for (const path of skipped) {
    const line = `${names === '' ? skippedTitle : ''}- ${path.replace(/\p{Cc}/gu, ' ')}\n`
    const grown = withText(limits, line)
    if (!grown) break
    names += line
    limits = grown
  }
  return names
}

const skippedTitle = '\nLeft out because it did not fit:\n'

/** An item as it stands in the string. */
export function textOf({ before, text, after }: Entry): string {
  return before + text + after
}
