import type { Bar, Candidate } from '../../core/candidate.ts'
import type { Measure } from '../../core/content/measure.ts'
import { HeddleError } from '../../core/errors.ts'
import type { Paths } from '../../stores/store.ts'
import { withBeside } from './beside.ts'
import { readBetween, readWithinReach } from './reach.ts'
import { type Cut, type HistoryRequest, newestHuman, type Reading, type ReadNode } from './reading.ts'

/**
 * The history of a path as candidates, oldest first; its newest input is flagged. Only what the strategy can reach under
 * the limit is read: each part that was not is one candidate for the whole stretch, too large to fit by construction.
 * Throws an error with the code `node-not-found` where the head is not in the store.
 */
export async function gatherHistory(store: Paths, measure: Measure, request: HistoryRequest): Promise<Candidate[]> {
  const { route } = request
  const node = await store.node(route.head)
  if (!node) throw new HeadNotFound(route.head)
  const head = { ...node, position: (await store.length(route)) - 1 }
  const human = await newestHuman({ store, measure, request, head })
  const reading: Reading = { store, measure, request, head, human }
  const { cuts } = request
  const blocks = cuts === null ? await readWithinReach(reading) : await readBetween(reading, cuts)
  const waiting = [...(cuts ?? [])]
  const candidates: Candidate[] = []
  let before: ReadNode | undefined
  for (const block of blocks) {
    const first = block[0]
    if (first && first.position > (before?.position ?? -1) + 1)
      candidates.push(...(cuts === null ? await stretches(reading, before, first) : cutStretch(waiting.shift())))
    candidates.push(...(await withBeside(candidatesOf(block, reading), block, reading)))
    before = block.at(-1)
  }
  return candidates
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

/** What lies between two nodes that were read: one stretch, and one more each for what a person excluded or pruned in it. */
async function stretches(reading: Reading, before: ReadNode | undefined, after: ReadNode): Promise<Candidate[]> {
  const { store, measure, request } = reading
  const from = (before?.position ?? -1) + 1
  const to = after.position - 1
  const marked = await store.marked(request.route, from, to, measure, request.revision)
  const barred = (['excluded', 'pruned'] as const).map((bar) => {
    const nodes = marked.filter(({ kind }) => kind === bar)
    const size = nodes.reduce((sum, node) => sum + node.size, 0) + request.perNode * nodes.length
    return { bar, nodes, size }
  })
  const count = to - from + 1
  const size = after.total - after.size - (before?.total ?? 0) + request.perNode * count
  const first = await idAt(reading, from)
  const last = await idAt(reading, to)
  const barredSize = barred.reduce((sum, each) => sum + each.size, 0)
  return [
    ...stretch(first, last, count - marked.length, size - barredSize),
    ...barred.flatMap(({ bar, nodes, size: own }) => stretch(nodes[0]?.id, nodes.at(-1)?.id, nodes.length, own, bar)),
  ]
}

/** What the previous plan left out, with the figures it had then, so that the same marker stands for it. */
function cutStretch(cut: Cut | undefined): Candidate[] {
  if (!cut) return []
  const { from, to, count, size } = cut
  const forms: Candidate['forms'] = [{ kind: 'full', size }]
  return [{ id: `${from}…${to}`, section: 'history', forms, stretch: { from, to, count, cut: true } }]
}

async function idAt({ store, measure, request }: Reading, position: number): Promise<string | undefined> {
  return (await store.path(request.route, position, position, measure))[0]?.id
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
