import { codePoints, type Measure } from '../core/content/measure.ts'
import {
  type Admission,
  admit,
  cutFirstSkipped,
  type Entry,
  namesOfSkipped,
  startAdmission,
  textOf,
} from './admission.ts'
import { fileTree } from './file-tree.ts'
import { type HeadingExclusion, headingExclusion, sumCounts } from './note/exclude-headings.ts'
import type { BundleSettings, Template } from './settings.ts'
import type { MissingItem, Snapshot, SnapshotItem } from './snapshot.ts'
import { aroundAll, aroundItem } from './template.ts'

/** What a depth has in the string, templates included. */
export interface DepthStats {
  readonly depth: number
  readonly items: number
  readonly characters: number
  readonly tokens?: number
}

/**
 * What is in the string, and what is not. `included` and `skipped` are paths in the order of the string; what the snapshot had
 * skipped comes last. `truncated` is the one item that was cut, in the snapshot or here. Tokens are there with a measure;
 * those of the depths need not add up to those of the whole.
 */
export interface CompileStats {
  readonly characters: number
  readonly tokens?: number
  readonly depths: readonly DepthStats[]
  readonly included: readonly string[]
  readonly truncated: readonly string[]
  readonly skipped: readonly string[]
  readonly missing: readonly MissingItem[]
  /** How many sections of included items each pattern took out, in the snapshot and here. */
  readonly excluded: { readonly [pattern: string]: number }
  readonly wrapDropped: boolean
}

/** The string, and what is in it. */
/** A text that a string is made of, with the templates around it. */
export interface CompiledPiece {
  readonly path: string
  readonly depth: number
  readonly text: string
}

/** The string, and what stands in it one behind the other between the wrap's beginning and its end. */
export interface Compiled {
  readonly context: string
  readonly wrap: Template
  readonly pieces: readonly CompiledPiece[]
  readonly stats: CompileStats
}

interface Options {
  /** Counts tokens, for `max_tokens` and the stats. */
  readonly measure?: Measure | undefined
  /** The text for `{{FILE_TREE}}`. The tree of the snapshot's items where it is absent. */
  readonly tree?: string | undefined
}

/**
 * A snapshot as one string: items in the snapshot's order, each with its depth's template around it and nothing else between
 * them, then the names of what was skipped if settings ask for them, and the template `-1` around everything. Headings
 * that settings exclude are left out first. Never longer than `max_len` characters or `max_tokens` tokens; how that is kept
 * is told in admission.ts; an item that the snapshot had cut counts as skipped there, so that one at most is cut. The same input gives the same string. Throws LimitNotPositive and MeasureMissing.
 */
export function compile(snapshot: Snapshot, settings: BundleSettings, { measure, tree }: Options = {}): Compiled {
  const wrap = aroundAll(settings.templates['-1'], () => tree ?? treeOf(snapshot))
  const exclude = headingExclusion(settings.excluded_headings)
  let walk: Admission<CompileEntry> = startAdmission(wrap, settings, measure)
  for (const { depth, items } of snapshot.depths) {
    const template = settings.templates[depth]
    walk = admit(
      walk,
      items.map((item) => ({
        ...withoutHeadings(item, exclude),
        ...aroundItem(template, item, depth),
        depth,
        isCut: snapshot.truncated.includes(item.path),
      })),
    )
  }
  const done = cutFirstSkipped(walk)
  const skipped = [...done.skipped.map(({ path }) => path), ...snapshot.skipped]
  const names = settings.list_skipped ? namesOfSkipped(done, skipped) : ''
  const context = done.wrap.before + done.placed.map(textOf).join('') + names + done.wrap.after
  const included = done.placed.map(({ path }) => path)
  return {
    context,
    wrap: { before: done.wrap.before, after: names + done.wrap.after },
    pieces: done.placed.map((entry) => ({ path: entry.path, depth: entry.depth, text: textOf(entry) })),
    stats: {
      ...sizesOf(context, measure),
      depths: depthStats(done.placed, measure),
      included,
      truncated: done.cut === undefined ? [] : [done.cut],
      skipped,
      missing: snapshot.missing,
      excluded: sumCounts([snapshot.excluded, ...done.placed.map(({ excluded }) => excluded)]),
      wrapDropped: done.wrapDropped,
    },
  }
}

interface CompileEntry extends Entry {
  readonly excluded: { readonly [pattern: string]: number }
}

function withoutHeadings(
  item: SnapshotItem,
  exclude: HeadingExclusion,
): Pick<CompileEntry, 'path' | 'text' | 'excluded'> {
  return { path: item.path, ...exclude(item.file ?? item.path, item.text) }
}

function treeOf({ depths }: Snapshot): string {
  return fileTree(depths.flatMap(({ items }) => items.map(({ path, file }) => file ?? path)))
}

function sizesOf(text: string, measure: Measure | undefined): { characters: number; tokens?: number } {
  return { characters: codePoints(text), ...(measure ? { tokens: measure.count(text) } : {}) }
}

function depthStats(placed: readonly Entry[], measure: Measure | undefined): DepthStats[] {
  const byDepth = Map.groupBy(placed, ({ depth }) => depth)
  return [...byDepth].map(([depth, entries]) => ({
    depth,
    items: entries.length,
    ...sizesOf(entries.map(textOf).join(''), measure),
  }))
}
