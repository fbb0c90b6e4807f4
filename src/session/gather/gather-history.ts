import type { Bar, Candidate } from '../../core/candidate.ts'
import type { Measure } from '../../core/content/measure.ts'
import { HeddleError } from '../../core/errors.ts'
import type { PathNode } from '../../history/node.ts'
import type { Paths } from '../../stores/store.ts'
import { withBeside } from './beside.ts'
import { type Gap, gapsOf, type Place } from './compacted/gaps.ts'
import { stretchId } from './compacted/summaries.ts'
import { readBetween, readWithinReach } from './reach.ts'
import { type HistoryRequest, newestHuman, type Reading, type ReadNode } from './reading.ts'

/**
 * The history of a path as candidates, oldest first; its newest input is flagged. Only what the strategy can reach under
 * the limit is read: each part that was not is one candidate for the whole stretch, too large to fit by construction. What a
 * summary stands for is one as well, and barred. Throws an error with the code `node-not-found` where the head is not in the store.
 */
export async function gatherHistory(store: Paths, measure: Measure, request: HistoryRequest): Promise<Candidate[]> {
  const { route } = request
  const node = await store.node(route.head)
  if (!node) throw new HeadNotFound(route.head)
  const head = { ...node, position: (await store.length(route)) - 1 }
  const human = await newestHuman({ store, measure, request, head })
  const reading: Reading = { store, measure, request, head, human }
  const { cuts, compacted = [] } = request
  const gaps = await gapsOf(reading, cuts ?? [], compacted)
  const blocks = cuts === null ? await readWithinReach(reading) : await readBetween(reading, gaps)
  const candidates: Candidate[] = []
  let next = 0
  for (const block of blocks) {
    const [first, last] = [block[0], block.at(-1)]
    if (!first || !last) continue
    candidates.push(...(await missing(reading, { start: next, end: first.position - 1 }, gaps)))
    candidates.push(...(await withBeside(candidatesOf(block, reading), block, reading)))
    next = last.position + 1
  }
  return cuts === null ? candidates : withoutStrays(candidates)
}

/** A result that comes after its call was cut answers nothing that is sent. */
function withoutStrays(candidates: readonly Candidate[]): Candidate[] {
  const ids = new Set(candidates.map(({ id }) => id))
  return candidates.map((candidate) => {
    const { atom, bar } = candidate
    return bar === undefined && atom !== undefined && !ids.has(atom)
      ? { ...candidate, bar: 'unmatched-result' }
      : candidate
  })
}

/** What was not read between two blocks: gaps, and what cannot be reached around them. */
async function missing(reading: Reading, { start, end }: Place, gaps: readonly Gap[]): Promise<Candidate[]> {
  const candidates: Candidate[] = []
  let next = start
  for (const gap of gaps) {
    if (gap.start < next || gap.end > end) continue
    if (gap.start > next) candidates.push(...(await stretches(reading, { start: next, end: gap.start - 1 })))
    candidates.push(...(await gapStretch(reading, gap)))
    next = gap.end + 1
  }
  return next > end ? candidates : [...candidates, ...(await stretches(reading, { start: next, end }))]
}

/** The last node of a path is not in the store. */
class HeadNotFound extends HeddleError {
  readonly nodeId: string
  constructor(nodeId: string) {
    super('node-not-found', `There is no node ${nodeId}, up to which a call should be planned.`)
    this.nodeId = nodeId
  }
}

function candidatesOf(block: readonly ReadNode[], { request, head, human }: Reading): Candidate[] {
  const unanswered = unansweredCalls(block)
  return block.map((node): Candidate => {
    const size = node.size + request.perNode + (unanswered.get(node.id) ?? 0) * request.fillerSize
    const bar = barOf(node, request)
    const isInput = node.id === human?.id
    return {
      id: node.id,
      section: isInput && node.id === head.id ? 'input' : 'history',
      name: node.shortId,
      author: node.author,
      forms: [{ kind: 'full', size, content: node.content }],
      ...(node.atom === undefined ? {} : { atom: node.atom }),
      ...(isInput ? { newestInput: true } : {}),
      ...(bar === undefined ? {} : { bar }),
    }
  })
}

/** For the last node of each atom: how many of the atom's calls have no result, and are filled in when it is rendered. */
function unansweredCalls(block: readonly ReadNode[]): Map<string, number> {
  const atoms = new Map<string, { before: number; last: ReadNode }>()
  block.forEach((node, at) => {
    const before = at === 0 ? (node.position === 0 ? 0 : node.openCalls) : (block[at - 1]?.openCalls ?? 0)
    const atom = node.atom ?? node.id
    atoms.set(atom, { before: atoms.get(atom)?.before ?? before, last: node })
  })
  return new Map([...atoms.values()].map(({ before, last }) => [last.id, Math.max(0, last.openCalls - before)]))
}

function barOf(node: ReadNode, { blanksCount }: HistoryRequest): Bar | undefined {
  if (node.excluded) return 'excluded'
  if (node.pruned) return 'pruned'
  if (node.empty && (node.gone || !blanksCount)) return 'empty'
  return node.unmatched ? 'unmatched-result' : undefined
}

/** What was not read, from one position to another: one stretch, and one more each for what a person excluded or pruned in it. */
async function stretches(reading: Reading, { start, end }: Place): Promise<Candidate[]> {
  const { store, measure, request } = reading
  const marked = await store.marked(request.route, start, end, measure, request.revision)
  const barred = (['excluded', 'pruned'] as const).map((bar) => {
    const nodes = marked.filter(({ kind }) => kind === bar)
    const size = nodes.reduce((sum, node) => sum + node.size, 0) + request.perNode * nodes.length
    return { bar, nodes, size }
  })
  const count = end - start + 1
  const size = await sizeBetween(reading, { start, end })
  const first = (await nodeAt(reading, start))?.id
  const last = (await nodeAt(reading, end))?.id
  const barredSize = barred.reduce((sum, each) => sum + each.size, 0)
  return [
    ...stretch(first, last, count - marked.length, size - barredSize),
    ...barred.flatMap(({ bar, nodes, size: own }) => stretch(nodes[0]?.id, nodes.at(-1)?.id, nodes.length, own, bar)),
  ]
}

/**
 * The stretch of a gap. What the previous plan left out has the figures it had then, so that the same marker stands for it; what is left
 * of it beside a summary is counted anew.
 */
async function gapStretch(reading: Reading, gap: Gap): Promise<Candidate[]> {
  if (gap.kind === 'summarised') {
    const { from, to, count, summary } = gap.compacted
    const forms: Candidate['forms'] = [{ kind: 'full', size: await sizeBetween(reading, gap) }]
    const stretch = { from, to, count, summary }
    return [{ id: stretchId(gap.compacted), section: 'history', forms, bar: 'summarised', stretch }]
  }
  if (gap.cut === null) {
    const [open] = await stretches(reading, gap)
    return open?.bar === undefined && open?.stretch ? [{ ...open, stretch: { ...open.stretch, cut: true } }] : []
  }
  const { from, to, count, size } = gap.cut
  const forms: Candidate['forms'] = [{ kind: 'full', size }]
  return [{ id: `${from}…${to}`, section: 'history', forms, stretch: { from, to, count, cut: true } }]
}

/** What everything between two positions takes, whatever a person excluded of it. */
async function sizeBetween(reading: Reading, { start, end }: Place): Promise<number> {
  const before = start === 0 ? undefined : await nodeAt(reading, start - 1)
  const last = await nodeAt(reading, end)
  return (last?.total ?? 0) - (before?.total ?? 0) + reading.request.perNode * (end - start + 1)
}

async function nodeAt({ store, measure, request }: Reading, position: number): Promise<PathNode | undefined> {
  return (await store.path(request.route, position, position, measure))[0]
}

function stretch(
  from: string | undefined,
  to: string | undefined,
  count: number,
  size: number,
  bar?: Bar,
): Candidate[] {
  if (count <= 0 || from === undefined || to === undefined) return []
  const one: Candidate = {
    id: bar === undefined ? `${from}…${to}` : `${from}…${to} ${bar}`,
    section: 'history',
    forms: [{ kind: 'full', size }],
    stretch: { from, to, count },
  }
  return [bar === undefined ? one : { ...one, bar }]
}
