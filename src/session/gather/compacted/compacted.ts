import type { Digest } from '../../../core/content/digest.ts'
import type { CompactionFact } from '../../../history/edits/branch-fact.ts'
import type { Detour, Route } from '../../../history/route.ts'
import type { Contents, Paths } from '../../../stores/store.ts'

/** A stretch of a path that a summary stands for, from one position to another, both included. */
export interface Compacted {
  readonly start: number
  readonly end: number
  readonly from: string
  readonly to: string
  readonly count: number
  /** The node of the summary, its content, and that of the files sent with it. */
  readonly summary: string
  readonly content: Digest
  readonly files: Digest | null
}

/** The compactions of a document; none where there is no document. */
export async function readCompactions(store: Contents, digest: Digest | undefined): Promise<readonly CompactionFact[]> {
  const document = digest === undefined ? undefined : await store.document(digest)
  return (document ?? []) as unknown as readonly CompactionFact[]
}

/**
 * The stretches of a path that summaries stand for, in its order and apart from each other. A compaction counts where the path runs
 * through it as it did then, and its summary is there and not kept out. Of two that overlap, the later counts.
 */
export async function compactedOn(
  store: Paths,
  route: Route,
  compactions: readonly CompactionFact[],
  revision: number,
): Promise<Compacted[]> {
  if (compactions.length === 0) return []
  const barred = await store.barred(
    compactions.map(({ summary }) => summary),
    revision,
  )
  const places = await store.positions(
    route,
    compactions.flatMap(({ from, to }) => [from, to]),
  )
  const turns = await detourPlaces(store, route)
  const counting: Compacted[] = []
  for (const { from, to, count, detours, summary, files } of compactions.toReversed()) {
    const start = places.get(from)
    const end = places.get(to)
    if (start === undefined || end === undefined || end - start + 1 !== count || barred.has(summary)) continue
    if (JSON.stringify(detoursWithin(turns, start, end)) !== JSON.stringify(detours.map(plain))) continue
    if (counting.some((each) => start <= each.end && each.start <= end)) continue
    const node = await store.node(summary)
    if (!node || node.gone) continue
    counting.push({ start, end, from, to, count, summary, content: node.content, files })
  }
  return counting.sort((a, b) => a.start - b.start)
}

/** The detours of a path behind the first and up to the last of two positions. Together with these they say what lies between. */
export async function detoursOn(store: Paths, route: Route, start: number, end: number): Promise<Detour[]> {
  return detoursWithin(await detourPlaces(store, route), start, end)
}

interface PlacedDetour {
  readonly detour: Detour
  readonly place: number | undefined
}

async function detourPlaces(store: Paths, route: Route): Promise<PlacedDetour[]> {
  const places = await store.positions(
    route,
    route.detours.map(({ at }) => at),
  )
  return route.detours.map((detour) => ({ detour, place: places.get(detour.at) }))
}

function detoursWithin(turns: readonly PlacedDetour[], start: number, end: number): Detour[] {
  return turns.flatMap(({ detour, place }) =>
    place !== undefined && place > start && place <= end ? [plain(detour)] : [],
  )
}

function plain({ at, to, edge }: Detour): Detour {
  return edge === undefined ? { at, to } : { at, to, edge }
}
