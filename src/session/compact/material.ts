import type { Candidate } from '../../core/candidate.ts'
import type { Measure } from '../../core/content/measure.ts'
import type { Part } from '../../core/content/part.ts'
import { sizeOfParts } from '../../core/content/size.ts'
import { bookOn } from '../../core/files/file-book.ts'
import { type FileState, stateOf } from '../../core/files/file-state.ts'
import { inWork } from '../../core/files/in-work.ts'
import { pathKey } from '../../core/repeats/path-key.ts'
import type { Edit } from '../../history/edits/edit.ts'
import type { Contents } from '../../stores/store.ts'
import type { SummaryNode } from '../../summaries/summariser.ts'
import { branchTime } from '../edits/branch-time.ts'
import { editsInForce } from '../edits/edits.ts'
import type { Engine } from '../engine.ts'
import type { Compacted } from '../gather/compacted/compacted.ts'
import { summariesFor } from '../gather/compacted/summaries.ts'
import { withEdits } from '../gather/edits.ts'
import type { Reading, ReadNode } from '../gather/reading.ts'
import type { CompactionRequest, NotCompacted } from './request.ts'

/** What a summary is made from. */
export interface Material {
  /** What the range takes now, as it is sent. */
  readonly size: number
  /** What was said in it, with edits applied; in place of what is compacted already, its summary. */
  readonly nodes: readonly SummaryNode[]
  /** What system nodes of the range say: rules, which stand in the summary word for word. */
  readonly verbatim: readonly string[]
  /** Files that are to go with the summary, the most wanted first, in their newest state. */
  readonly files: readonly FileState[]
}

/** So many files go with a summary at the most. */
export const mostFiles = 8
/** Contents are read in batches, so that somebody can be told how far it is. */
const batch = 500

/** What is read: nodes of a path from the first of a range up to the head, and what is compacted within the range. */
interface Asked {
  readonly request: CompactionRequest
  readonly nodes: readonly ReadNode[]
  readonly end: number
  readonly within: readonly Compacted[]
}

/** Reads what the summary of a range is made from. */
export async function readMaterial(engine: Engine, reading: Reading, asked: Asked): Promise<Material | NotCompacted> {
  const { request, end, within } = asked
  const { perMessage, onProgress } = request
  const { store } = engine
  const { measure } = reading
  const open = asked.nodes.filter(isSent)
  const inForce = await editsInForce(store, request.branch.id, await branchTime(engine, request.branch.id))
  const edits = Map.groupBy(inForce, ({ node }) => node)
  const said: Said[] = []
  for (let at = 0; at < open.length; at += batch) {
    onProgress?.(at, open.length)
    said.push(...(await readSaid(store, measure, edits, open.slice(at, at + batch))))
  }
  const range = said.filter(({ node }) => node.position <= end)
  const summaries = await summariesFor(store, within, { measure, perMessage, limit: Number.MAX_SAFE_INTEGER })
  const isInside = ({ node }: Said): boolean =>
    within.some((each) => each.start <= node.position && node.position <= each.end)
  const outside = range.filter((each) => !isInside(each))
  const texts = await store.contents(within.map(({ content }) => content))
  const placed = [
    ...outside.map(({ node, parts }) => ({ at: node.position, node: { id: node.id, author: node.author, parts } })),
    ...within.map(({ start, summary, content }) => ({
      at: start,
      node: { id: summary, author: 'system' as const, parts: texts.get(content) ?? [] },
    })),
  ]
  const files = filesOf(said, end, request.files)
  if (typeof files === 'string') return { kind: 'not-compacted', code: 'unknown-file', reference: files }
  return {
    size:
      outside.reduce((sum, { parts }) => sum + sizeOfParts(parts, measure) + perMessage, 0) +
      summaries.reduce((sum, { candidate }) => sum + candidate.forms[0].size, 0),
    nodes: placed.sort((a, b) => a.at - b.at).map(({ node }) => node),
    verbatim: range.flatMap(({ node, parts }) => (node.author === 'system' ? [textOf(parts)] : [])),
    files,
  }
}

/** A node with what is sent of it. */
interface Said {
  readonly node: ReadNode
  readonly parts: readonly Part[]
}

async function readSaid(
  store: Contents,
  measure: Measure,
  edits: ReadonlyMap<string, readonly Edit[]>,
  nodes: readonly ReadNode[],
): Promise<Said[]> {
  const plain = nodes.map(
    ({ id, size, content }): Candidate => ({ id, section: 'history', forms: [{ kind: 'full', size, content }] }),
  )
  const edited = await withEdits(store, measure, plain, edits)
  const digests = edited.map(({ forms }) => forms.at(-1)?.content ?? '')
  const contents = await store.contents(digests)
  return nodes.map((node, at) => ({ node, parts: contents.get(digests[at] ?? '') ?? [] }))
}

/**
 * The files of a range whose newest state nothing behind the range shows: those that are named, else those in work. The path of one
 * that is named and that the range does not show.
 */
function filesOf(
  said: readonly Said[],
  end: number,
  named: readonly string[] | undefined,
): readonly FileState[] | string {
  const book = bookOn(
    undefined,
    said.map(({ node, parts }) => ({ id: node.id, parts })),
  )
  const parts = new Map(said.map(({ node, parts: own }) => [node.id, own]))
  const inRange = new Set(said.flatMap(({ node }) => (node.position <= end ? [node.id] : [])))
  const lost = inWork(book).filter(({ uses }) => uses.some(({ node }) => inRange.has(node)))
  const state = (file: (typeof lost)[number]): FileState => stateOf(file, (node) => parts.get(node) ?? [])
  if (named === undefined) return lost.slice(0, mostFiles).map(state)
  const byKey = new Map(book.files.map((file) => [file.key, file]))
  const unknown = named.find((path) => !byKey.has(pathKey(path, {})))
  if (unknown !== undefined) return unknown
  return named.flatMap((path) => {
    const file = byKey.get(pathKey(path, {}))
    return file ? [state(file)] : []
  })
}

/** Whether a node is sent where it is within reach. */
export function isSent({ excluded, pruned, empty, unmatched }: ReadNode): boolean {
  return !excluded && !pruned && !empty && !unmatched
}

function textOf(parts: readonly Part[]): string {
  return parts.flatMap((part) => (part.kind === 'text' ? [part.text] : [])).join('\n\n')
}
