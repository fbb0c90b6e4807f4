import type { Detour } from '../../history/route.ts'
import { branchTime } from '../edits/branch-time.ts'
import type { Engine } from '../engine.ts'
import { type Compacted, compactedOn, detoursOn } from '../gather/compacted/compacted.ts'
import { newestHuman, type Reading, type ReadNode, read } from '../gather/reading.ts'
import { chooseRange, type Range, type RangeNode } from './choose-range.ts'
import { compactionsInForce } from './compactions.ts'
import { isSent, type Material, readMaterial } from './material.ts'
import type { CompactionRequest, NotCompacted } from './request.ts'

/** A range that can be compacted, and all that its summary is made from. Nothing is written yet. */
export interface PreparedCompaction extends Range, Material {
  readonly kind: 'prepared'
  readonly request: CompactionRequest
  readonly from: string
  readonly to: string
  readonly count: number
  readonly detours: readonly Detour[]
  /** Summaries that it takes in. */
  readonly takesIn: readonly string[]
}

const defaultKeepLast = 4

/** Chooses the range and reads what its summary is made from. Without names it walks the whole path, else from the first node named. */
export async function prepareCompaction(
  engine: Engine,
  request: CompactionRequest,
): Promise<PreparedCompaction | NotCompacted> {
  const { branch, head, from, to, keepLast = defaultKeepLast } = request
  if ((await engine.store.conversation(branch.conversation))?.mode === 'buffer')
    return { kind: 'not-compacted', code: 'buffer-mode', reference: branch.conversation }
  const reading = await openPath(engine, request)
  if (!reading) return { kind: 'not-compacted', code: 'not-on-branch', reference: head }
  const { store, request: asked } = reading
  const named = [from, to].filter((id) => id !== undefined)
  const places = await store.positions(asked.route, named)
  const missing = named.find((id) => !places.has(id))
  if (missing !== undefined) return { kind: 'not-compacted', code: 'not-on-branch', reference: missing }
  const first = from === undefined ? undefined : places.get(from)
  const last = to === undefined ? undefined : places.get(to)
  if (first !== undefined && last !== undefined && first > last)
    return { kind: 'not-compacted', code: 'backwards', reference: from ?? '' }

  const inForce = await compactionsInForce(engine.store, branch.id, await branchTime(engine, branch.id))
  const compacted = await compactedOn(store, asked.route, inForce, asked.revision)
  const start = first === undefined ? 0 : await whereNothingIsParted(reading, first, compacted)
  const nodes = await read(reading, start, reading.head.position)
  const range = chooseRange(
    nodes.map((node) => asRangeNode(node, compacted, request)),
    {
      keepLast,
      ...(request.keepSize === undefined ? {} : { keepSize: request.keepSize }),
      compacted,
      ...(first === undefined ? {} : { from: first }),
      ...(last === undefined ? {} : { to: last }),
      ...(reading.human ? { newestInput: reading.human.position } : {}),
    },
  )
  if (typeof range === 'string') return { kind: 'not-compacted', code: range, reference: from ?? to ?? branch.name }
  return await prepared(engine, reading, { request, range, compacted, nodes })
}

async function prepared(
  engine: Engine,
  reading: Reading,
  chosen: {
    readonly request: CompactionRequest
    readonly range: Range
    readonly compacted: readonly Compacted[]
    readonly nodes: readonly ReadNode[]
  },
): Promise<PreparedCompaction | NotCompacted> {
  const { request, range } = chosen
  const { start, end } = range
  const nodes = chosen.nodes.filter(({ position }) => position >= start)
  const within = chosen.compacted.filter((each) => start <= each.start && each.end <= end)
  const material = await readMaterial(engine, reading, { request, nodes, end, within })
  if ('code' in material) return material
  const last = nodes.find(({ position }) => position === end)
  return {
    kind: 'prepared',
    request,
    start,
    end,
    from: nodes[0]?.id ?? '',
    to: last?.id ?? '',
    count: end - start + 1,
    detours: await detoursOn(engine.store, reading.request.route, start, end),
    takesIn: within.map(({ summary }) => summary),
    ...material,
  }
}

/** The path that a request names, as it is read for planning; undefined where its last node is not there. */
async function openPath(engine: Engine, request: CompactionRequest): Promise<Reading | undefined> {
  const { store } = engine
  const node = await store.node(request.head)
  if (!node) return undefined
  const route = await store.route(request.head, request.branch.id)
  const opened = {
    store,
    measure: await engine.loadMeasure(request.measure),
    head: { ...node, position: (await store.length(route)) - 1 },
    request: {
      route,
      limit: request.limit,
      perNode: request.perMessage,
      strategy: 'stopAtLimit',
      minimumRecentNodes: 0,
      revision: await store.revision(),
      fillerSize: 0,
      annotations: [],
      cuts: null,
      blanksCount: false,
    },
  } as const
  return { ...opened, human: await newestHuman(opened) }
}

/** The nearest position up to the given one at which no atom and no summary is parted. */
async function whereNothingIsParted(
  { store, measure, request: { route } }: Reading,
  from: number,
  compacted: readonly Compacted[],
): Promise<number> {
  let start = compacted.find((each) => each.start <= from && from <= each.end)?.start ?? from
  for (; start > 0; start--) {
    const [before] = await store.path(route, start - 1, start - 1, measure)
    if (!before || before.openCalls === 0) break
  }
  return start
}

function asRangeNode(node: ReadNode, compacted: readonly Compacted[], { perMessage }: CompactionRequest): RangeNode {
  const { position, author, openCalls, size } = node
  const isInside = compacted.some(({ start, end }) => start <= position && position <= end)
  return { position, author, openCalls, size: isSent(node) && !isInside ? size + perMessage : 0 }
}
