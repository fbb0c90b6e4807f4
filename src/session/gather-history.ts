import type { Bar, Candidate } from '../core/candidate.ts'
import type { Measure } from '../core/content/measure.ts'
import { HeddleError } from '../core/errors.ts'
import type { Paths } from '../stores/store.ts'
import { type HistoryRequest, newestHuman, type Reading, type ReadNode, readWithinReach } from './reach.ts'

/**
 * The history of a path as candidates, oldest first; its newest input is flagged. Only what the strategy can reach under
 * the limit is read: each part that was not is one candidate for the whole stretch, too large to fit by construction.
 * Throws `HeadNotFound`.
 */
export async function gatherHistory(store: Paths, measure: Measure, request: HistoryRequest): Promise<Candidate[]> {
  const head = await store.node(request.head)
  if (!head) throw new HeadNotFound(request.head)
  const human = await newestHuman({ store, measure, request, head })
  const reading: Reading = { store, measure, request, head, human }
  const blocks = await readWithinReach(reading)
  const candidates: Candidate[] = []
  let before: ReadNode | undefined
  for (const block of blocks) {
    const first = block[0]
    if (first && first.depth > (before?.depth ?? -1) + 1) candidates.push(...(await stretches(reading, before, first)))
    candidates.push(...candidatesOf(block, reading))
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
    const before = at === 0 ? (node.depth === 0 ? 0 : node.openCalls) : (block[at - 1]?.openCalls ?? 0)
    const atom = node.atom ?? node.id
    atoms.set(atom, { before: atoms.get(atom)?.before ?? before, last: node })
  })
  return new Map([...atoms.values()].map(({ before, last }) => [last.id, Math.max(0, last.openCalls - before)]))
}

function barOf(node: ReadNode, { blanksCount }: HistoryRequest): Bar | undefined {
  if (node.excluded) return 'excluded'
  if (node.empty && !blanksCount) return 'empty'
  return node.unmatched ? 'unmatched-result' : undefined
}

/** What lies between two nodes that were read: one stretch, and one more for what a person excluded in it. */
async function stretches(reading: Reading, before: ReadNode | undefined, after: ReadNode): Promise<Candidate[]> {
  const { store, measure, request, head } = reading
  const from = (before?.depth ?? -1) + 1
  const to = after.depth - 1
  const excluded = await store.marked(head.id, from, to, measure, request.markRevision)
  const excludedSize = excluded.reduce((sum, { size }) => sum + size, 0) + request.perNode * excluded.length
  const count = to - from + 1
  const size = after.total - after.size - (before?.total ?? 0) + request.perNode * count
  const first = await idAt(reading, from)
  const last = await idAt(reading, to)
  const rest = stretch(first, last, count - excluded.length, size - excludedSize)
  const ends = [excluded[0]?.id, excluded.at(-1)?.id]
  return [...rest, ...stretch(ends[0], ends[1], excluded.length, excludedSize, 'excluded')]
}

async function idAt({ store, measure, head }: Reading, depth: number): Promise<string | undefined> {
  return (await store.path(head.id, depth, depth, measure))[0]?.id
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
