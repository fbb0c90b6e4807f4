import type { Candidate } from '../../core/candidate.ts'
import type { SizedNode } from '../../history/node.ts'
import type { Barred } from '../../stores/store.ts'
import type { Reading, ReadNode } from './reading.ts'

/**
 * The candidates of a block with what stands beside their nodes in the tree: ahead of each the context that its edge
 * brings, which speaks in its voice and is kept or left out with it; behind it the notes about it, barred unless the
 * request names them. A node that is a candidate already stands once.
 */
export async function withBeside(
  candidates: readonly Candidate[],
  block: readonly ReadNode[],
  reading: Reading,
): Promise<readonly Candidate[]> {
  const { store, measure, request } = reading
  const [first, last] = [block[0], block.at(-1)]
  if (!first || !last) return candidates
  const sources = await store.sources(request.route, first.position, last.position, request.revision)
  const ids = candidates.map(({ id }) => id)
  const notes = await store.annotations(ids, request.revision)
  if (sources.size === 0 && notes.size === 0) return candidates

  const taken = new Set(ids)
  const fresh = (given: readonly string[] = []): string[] => given.filter((id) => !taken.has(id) && taken.add(id))
  const around = candidates.map((candidate) => ({
    candidate,
    context: fresh(sources.get(candidate.id)?.context),
    notes: fresh(notes.get(candidate.id)),
  }))
  const extra = around.flatMap((each) => [...each.context, ...each.notes])
  const nodes = await store.nodes(extra, measure)
  const barred = await store.barred(extra, request.revision)
  const make = (id: string, as: Partial<Candidate>): Candidate[] => {
    const node = nodes.get(id)
    return node ? [besideOf(node, barred.get(id), reading, as)] : []
  }
  return around.flatMap(({ candidate, context, notes: about }) => {
    const { section, author = 'human', atom = candidate.id, newestInput } = candidate
    const together = { section, author, atom, ...(newestInput ? { newestInput } : {}) }
    const ahead = context.flatMap((id) => make(id, together))
    const own = ahead.length === 0 ? candidate : { ...candidate, atom }
    return [...ahead, own, ...about.flatMap((id) => make(id, noteBar(id, reading)))]
  })
}

function noteBar(id: string, { request }: Reading): Partial<Candidate> {
  return request.annotations.includes(id) ? {} : { bar: 'annotation' }
}

function besideOf(
  node: SizedNode,
  barred: Barred | undefined,
  { request }: Reading,
  as: Partial<Candidate>,
): Candidate {
  const bar = barred ?? (node.empty ? 'empty' : undefined) ?? as.bar
  const { bar: _, ...rest } = as
  return {
    id: node.id,
    section: 'history',
    author: node.author,
    forms: [{ kind: 'full', size: node.size + request.perNode, content: node.content }],
    ...rest,
    ...(bar === undefined ? {} : { bar }),
  }
}
