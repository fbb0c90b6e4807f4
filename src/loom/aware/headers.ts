import type { Candidate } from '../../core/candidate.ts'
import type { Digest } from '../../core/content/digest.ts'
import type { Json } from '../../core/content/json.ts'
import type { Measure } from '../../core/content/measure.ts'
import { sizeOfParts } from '../../core/content/size.ts'
import type { Contents } from '../../stores/store.ts'
import type { Headers } from '../state/sent-headers.ts'
import { headerLine, withHeader } from '../texts/header.ts'
import { bookmarkLabels, connectionsOf, type Surroundings } from './connections.ts'

/** The path whose nodes get headers: what was read of it, and its last node. */
export interface HeadedPath {
  readonly conversation: string
  readonly head: string | null
  readonly candidates: readonly Candidate[]
}

/** Headers for the nodes of a path: those that are known as they are, the others as the tree is now. */
export async function writeHeaders(store: Surroundings, path: HeadedPath, known: Headers): Promise<Headers> {
  const bookmarks = await bookmarkLabels(store, path.conversation)
  const headers: { [node: string]: string } = {}
  for (const { id } of path.candidates.filter(hasHeader)) {
    const before = known[id]
    const node = before === undefined ? await store.node(id) : undefined
    if (before !== undefined) headers[id] = before
    else if (node) {
      const connections = await connectionsOf(store, node, { isLast: id === path.head, bookmarks })
      headers[id] = headerLine({ ...node, ...connections })
    }
  }
  return headers
}

/** Reads headers as they were stored; none where they are gone. */
export async function readHeaders(store: Contents, digest: Digest): Promise<Headers> {
  const document: Json | undefined = await store.document(digest)
  return typeof document === 'object' && document !== null ? (document as Headers) : {}
}

/**
 * The candidates with their headers: each node's full form is its content under the header, put into the store, and larger
 * by what the header and the blank line behind it take. What has no header, or cannot bear one, stays as it is.
 */
export async function withHeaders(
  store: Contents,
  measure: Measure,
  candidates: readonly Candidate[],
  headers: Headers,
): Promise<Candidate[]> {
  const headed = candidates.filter((candidate) => headers[candidate.id] !== undefined && hasHeader(candidate))
  const contents = await store.contents(headed.flatMap(({ forms }) => forms[0].content ?? []))
  const forms = new Map<Candidate, Candidate>()
  for (const candidate of headed) {
    const header = headers[candidate.id] ?? ''
    const [full, ...others] = candidate.forms
    const parts = contents.get(full.content ?? '')
    const under = parts && withHeader(parts, header)
    if (!under || under === parts) continue
    const size = full.size + sizeOfParts([{ kind: 'text', text: `${header}\n\n` }], measure)
    const form = { ...full, size, content: await store.putContent(under) }
    forms.set(candidate, { ...candidate, forms: [form, ...others] })
  }
  return candidates.map((candidate) => forms.get(candidate) ?? candidate)
}

/** Whether a candidate is a node of the path that can be sent. */
function hasHeader({ section, stretch, bar, forms }: Candidate): boolean {
  return (
    (section === 'history' || section === 'input') &&
    stretch === undefined &&
    bar === undefined &&
    forms[0].content !== undefined
  )
}
