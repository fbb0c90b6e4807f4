import type { Candidate } from '../../../core/candidate.ts'
import type { Measure } from '../../../core/content/measure.ts'
import type { FilePart, Part } from '../../../core/content/part.ts'
import { type BookNode, bookOn, type FileBook } from '../../../core/files/file-book.ts'
import { hasNumbers, stateOf } from '../../../core/files/file-state.ts'
import { type CarriedFile, carriedWithin, type InWork, inWork } from '../../../core/files/in-work.ts'
import type { Shown } from '../../../core/repeats/shown.ts'
import type { Store } from '../../../stores/store.ts'

/** Files in work as candidates, and what they show. */
export interface OfferedFiles {
  readonly candidates: readonly Candidate[]
  readonly shown: readonly Shown[]
}

/** What files in work may take, and what goes before. */
export interface FilesRequest {
  readonly book: FileBook
  readonly work: InWork
  readonly room: number
  /** Those that the previous plan sent. */
  readonly standing: readonly Candidate[]
  /** What a message costs besides its content. */
  readonly perMessage: number
  /** What nodes say, by their ids, as far as that has been read. */
  readonly known?: ReadonlyMap<string, readonly Part[]>
}

/**
 * The files in work within a room, each in its newest state as far as the session knows it. Those that the previous plan sent and that
 * have not changed stand first, in the order they had, so that they stay in the provider's cache.
 */
export async function offerFiles(
  store: Store,
  measure: Measure,
  { book, room, standing, perMessage, known = new Map(), work }: FilesRequest,
): Promise<OfferedFiles> {
  const files = inWork(book, work)
  const nodes = new Set(files.flatMap(({ uses }) => uses.map(({ node }) => node)))
  const parts = await partsOf(store, [...nodes], known)
  const carried: CarriedFile[] = []
  let left = room
  for (const file of files) {
    const one = carriedWithin(
      stateOf(file, (node) => parts.get(node) ?? []),
      left - perMessage,
      measure,
    )
    if (!one) continue
    carried.push(one)
    left -= measure.count(one.text) + perMessage
  }
  const offered: { candidate: Candidate; file: CarriedFile }[] = []
  for (const file of carried) offered.push({ file, candidate: await candidateOf(store, measure, file, perMessage) })
  const before = new Map(standing.map((candidate, at) => [candidate.forms[0].content, at]))
  const rank = ({ candidate }: { candidate: Candidate }): number =>
    before.get(candidate.forms[0].content) ?? before.size
  const ordered = offered.toReversed().sort((a, b) => rank(a) - rank(b))
  return { candidates: ordered.map(({ candidate }) => candidate), shown: ordered.flatMap(({ file }) => shownOf(file)) }
}

/** The book with the nodes behind those that it has seen. */
export function bookWith(book: FileBook | undefined, nodes: readonly BookNode[]): FileBook {
  const last = book ? nodes.findLastIndex(({ id }) => id === book.upTo) : -1
  return bookOn(book, nodes.slice(last + 1))
}

/** What carried files show, oldest first, as candidates that stand already. */
export async function shownByStanding(store: Store, standing: readonly Candidate[]): Promise<Shown[]> {
  const contents = await store.contents(standing.map(({ forms }) => forms[0].content ?? ''))
  return standing.flatMap(({ id, forms }): Shown[] => {
    const [part] = contents.get(forms[0].content ?? '') ?? []
    if (part?.kind !== 'file' || part.way === 'attachment') return []
    const { path, text, way } = part
    return [{ kind: 'file', node: id, part: 0, key: keyOf(id), path, way, text: withoutHeader(text) }]
  })
}

/** What is above a file's text says what it is, and is none of its lines. */
function withoutHeader(text: string): string {
  return text.slice(text.indexOf('\n') + 1)
}

function idOf(key: string): string {
  return `file:${key}`
}

function keyOf(id: string): string {
  return id.slice('file:'.length)
}

async function candidateOf(store: Store, measure: Measure, file: CarriedFile, perMessage: number): Promise<Candidate> {
  const content = await store.putContent([partOf(file)])
  return {
    id: idOf(file.key),
    section: 'files',
    origin: file.node,
    forms: [{ kind: file.whole ? 'full' : 'excerpt', size: measure.count(file.text) + perMessage, content }],
  }
}

/** Parts of a file count as an attachment, so that nobody takes them for the whole. */
function partOf({ path, text, whole }: CarriedFile): FilePart {
  return { kind: 'file', path, way: whole ? 'read' : 'attachment', text }
}

function shownOf({ key, path, whole, text, runs }: CarriedFile): Shown[] {
  const place = { kind: 'file', node: idOf(key), part: 0, key, path, way: 'read' } as const
  if (whole) return [{ ...place, text: withoutHeader(text) }]
  return runs.filter(hasNumbers).map(({ from, lines }) => ({
    ...place,
    range: { from, to: from + lines.length - 1 },
    text: lines.join('\n'),
  }))
}

/** What nodes say, by their ids; what is known already is not read again. */
async function partsOf(
  store: Store,
  ids: readonly string[],
  known: ReadonlyMap<string, readonly Part[]>,
): Promise<ReadonlyMap<string, readonly Part[]>> {
  const missing = await Promise.all(ids.filter((id) => !known.has(id)).map((id) => store.node(id)))
  const contents = await store.contents(missing.flatMap((node) => (node ? [node.content] : [])))
  const read = missing.flatMap((node) => (node ? [[node.id, contents.get(node.content) ?? []] as const] : []))
  return new Map([...known, ...read])
}
