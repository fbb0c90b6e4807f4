import { codePoints, type Measure } from '../core/content/measure.ts'
import type { FileSource, LinkSource } from '../sources/source.ts'
import { type Admission, admit, cutFirstSkipped, type Entry, startAdmission } from './admission.ts'
import type { Bundle } from './bundle.ts'
import { expandItems, type FoundItem, type Places } from './items/expand-items.ts'
import { blockOf } from './note/block-of.ts'
import { type Excluded, headingExclusion, sumCounts } from './note/exclude-headings.ts'
import { sectionOf } from './note/section-of.ts'
import type { BundleSettings } from './settings.ts'
import type { MissingItem, Snapshot, SnapshotItem } from './snapshot.ts'
import { aroundAll, aroundItem } from './template.ts'

interface Options extends Places {
  /** Where links lead. No link is followed where it is absent. */
  readonly links?: LinkSource | undefined
  /** Counts tokens, for `max_tokens`. */
  readonly measure?: Measure | undefined
}

/** An item that was read. */
interface ReadItem extends Entry {
  readonly file: string
  readonly isPart: boolean
  readonly excluded: Excluded['excluded']
  /** The text whose links are followed. */
  readonly linking: string
}

/**
 * Reads what a bundle's items and the links from them are made of, depth by depth.
 *
 * - Depth 0 are the items that are true: files, the files of folders and globs under the ignore rules, parts of notes, and
 *   the items of nested bundles, of whose settings only the excluded headings count, for what they bring. An item that is
 *   false keeps out what folders, globs, nested bundles and links would bring; a file that is named true stays.
 * - Depth i + 1 are the files that items at depth i link to, and with `inlinks` those that link to them. A path counts
 *   once, at its least depth; a file of which a part is an item is not brought again by a link.
 * - Within a depth the shortest text comes first, ties by path; or with `order: 'listing'` the order of items and links.
 * - Sections that settings exclude are gone before sizes are counted.
 * - With a limit the walk is that of `compile` with the same settings (`{{FILE_TREE}}` counts as nothing here). Links of
 *   items that were skipped or cut are not followed.
 *
 * What cannot be read is in `missing` and stops nothing. Throws LimitNotPositive and MeasureMissing.
 */
export async function takeSnapshot(
  items: Bundle['items'],
  settings: BundleSettings,
  { source, bundles, links, measure }: Options,
): Promise<Snapshot> {
  const wrap = aroundAll(settings.templates['-1'], () => '')
  let walk: Admission<ReadItem> = startAdmission(wrap, settings, measure)
  const expanded = await expandItems(items, { source, bundles })
  const missing: MissingItem[] = [...expanded.missing]
  const seen = new Set(expanded.found.map(({ file }) => file))
  const read = readerFor(settings, source)
  let found: readonly FoundItem[] = expanded.found
  for (let depth = 0; found.length > 0; depth++) {
    const results = await eachOf(found, (item) => read(item, depth))
    missing.push(...results.filter((result) => 'cause' in result))
    const before = walk.placed.length
    walk = admit(
      walk,
      inOrder(
        results.filter((result) => 'text' in result),
        settings.order,
      ),
    )
    if (depth >= settings.link_depth || !links) break
    const paths = await linkedFrom(walk.placed.slice(before), links, settings.inlinks)
    found = paths.filter((path) => !seen.has(path) && !expanded.isOut(path)).map(wholeFile)
    for (const { file } of found) seen.add(file)
  }
  return snapshotOf(cutFirstSkipped(walk), missing)
}

function wholeFile(path: string): FoundItem {
  return { path, file: path, hidden: [] }
}

function readerFor(
  settings: BundleSettings,
  source: FileSource,
): (item: FoundItem, depth: number) => Promise<ReadItem | MissingItem> {
  const exclude = headingExclusion(settings.excluded_headings)
  return async (item, depth) => {
    const reading = await source.read(item.file)
    if (reading.kind === 'unread') return { path: item.path, cause: reading.cause }
    const whole = partOf(reading.text, item.part)
    if (typeof whole !== 'string') return { path: item.path, cause: whole.cause }
    const patterns = [...settings.excluded_headings, ...item.hidden]
    const { text, excluded } = (item.hidden.length > 0 ? headingExclusion(patterns) : exclude)(item.file, whole)
    const { path, file } = item
    return {
      path,
      file,
      isPart: item.part !== undefined,
      depth,
      text,
      excluded,
      linking: settings.follow_links_in_excluded ? whole : text,
      ...aroundItem(settings.templates[depth], { path, file, text }, depth),
    }
  }
}

function partOf(text: string, part: FoundItem['part']): string | Pick<MissingItem, 'cause'> {
  if (!part) return text
  return part.kind === 'heading'
    ? (sectionOf(text, part.name) ?? { cause: 'no-such-heading' })
    : (blockOf(text, part.name) ?? { cause: 'no-such-block' })
}

function inOrder(items: readonly ReadItem[], order: BundleSettings['order']): readonly ReadItem[] {
  if (order === 'listing') return items
  const sized = items.map((item) => ({ item, size: codePoints(item.text) }))
  return sized.sort((a, b) => a.size - b.size || byPath(a.item, b.item)).map(({ item }) => item)
}

/** By UTF-16 code units. */
function byPath(a: { readonly path: string }, b: { readonly path: string }): number {
  return a.path < b.path ? -1 : a.path > b.path ? 1 : 0
}

/** The paths that items link to and, if asked for, those that link to them, each once, in order. */
async function linkedFrom(items: readonly ReadItem[], links: LinkSource, inlinks: boolean): Promise<string[]> {
  const linked = await eachOf(items, async ({ file, linking }) => [
    ...(await links.outlinks(file, linking)),
    ...(inlinks ? await links.inlinks(file) : []),
  ])
  return [...new Set(linked.flat())]
}

function snapshotOf(walk: Admission<ReadItem>, missing: readonly MissingItem[]): Snapshot {
  const byDepth = Map.groupBy(walk.placed, ({ depth }) => depth)
  return {
    depths: [...byDepth]
      .map(([depth, items]) => ({ depth, items: items.map(itemOf) }))
      .sort((a, b) => a.depth - b.depth),
    skipped: walk.skipped.map(({ path }) => path).sort(),
    truncated: walk.cut === undefined ? [] : [walk.cut],
    missing: missing.toSorted((a, b) => byPath(a, b) || (a.cause < b.cause ? -1 : 1)),
    excluded: sumCounts(walk.placed.map(({ excluded }) => excluded)),
    size: walk.placed.reduce((sum, { text }) => sum + codePoints(text), 0),
  }
}

function itemOf({ path, file, isPart, text }: ReadItem): SnapshotItem {
  return isPart ? { path, file, text } : { path, text }
}

/** So many files are read at one time. */
const readers = 16

/** The results in the order of the items. */
async function eachOf<Item, Result>(items: readonly Item[], act: (item: Item) => Promise<Result>): Promise<Result[]> {
  const results: Result[] = []
  const queue = items.entries()
  const work = async (): Promise<void> => {
    for (const [at, item] of queue) results[at] = await act(item)
  }
  await Promise.all(Array.from({ length: readers }, work))
  return results
}
