import { characters, type Measure } from '../../core/content/measure.ts'
import type { FilePart } from '../../core/content/part.ts'
import { sizeOfParts } from '../../core/content/size.ts'
import { type CarriedFile, carriedWithin } from '../../core/files/in-work.ts'
import { isWorthwhile, type Summariser } from '../../summaries/summariser.ts'
import type { Engine } from '../engine.ts'
import { sentSummary } from '../gather/compacted/summaries.ts'
import type { PreparedCompaction } from './prepare.ts'
import type { NotCompacted } from './request.ts'

/** What a summary may take, in tokens; of characters four times as many, … */
const summaryTokens = 2000
/** … and the shares of a call's limit, and of what it replaces, that it keeps within. */
const shareOfLimit = 1 / 10
const shareOfReplaced = 1 / 2
/** Files keep within this share of the limit, this many characters, and this share of what is saved. */
const filesOfLimit = 1 / 4
const filesCharacters = 100_000
const filesOfSaved = 1 / 2

/** A compaction that is written, and not stored yet. */
export interface DraftedCompaction {
  readonly kind: 'drafted'
  readonly prepared: PreparedCompaction
  readonly text: string
  /** The id of the summary's writer. */
  readonly writer: string
  readonly files: readonly FilePart[]
  /** What is sent in place of the range takes so much. */
  readonly size: number
}

/** Writes the summary of a range, and chooses the files that go with it. Not where what is sent would not be smaller. */
export async function draftCompaction(
  { summaries, loadMeasure }: Pick<Engine, 'summaries' | 'loadMeasure'>,
  prepared: PreparedCompaction,
): Promise<DraftedCompaction | NotCompacted> {
  const { request, size, from } = prepared
  if (!summaries) return { kind: 'not-compacted', code: 'no-summariser', reference: from }
  const measure = await loadMeasure(request.measure)
  const touched = summaries.filesIn(prepared.nodes)
  const text = await summaryText(summaries.summariser, prepared, { measure, touched })
  const sent = sentSummary(text ?? '', prepared)
  if (text === undefined || text.trim() === '' || !isWorthwhile(sent, size - request.perMessage, measure))
    return { kind: 'not-compacted', code: 'not-smaller', reference: from }
  const own = measure.count(sent) + request.perMessage
  const room = Math.floor(Math.min(filesOfLimit * request.limit, filesOfSaved * (size - own)))
  const files = carriedFiles(prepared, room, measure)
  return {
    kind: 'drafted',
    prepared,
    text,
    writer: summaries.summariser.id,
    files,
    size: own + sizeOfParts(files, measure),
  }
}

/** The summary, longer than usual where what must stand word for word needs it; undefined where that would not be smaller. */
async function summaryText(
  summariser: Summariser,
  { nodes, verbatim, size, request }: PreparedCompaction,
  {
    measure,
    touched,
  }: { readonly measure: Measure; readonly touched: Parameters<Summariser['summarise']>[0]['files'] },
): Promise<string | undefined> {
  const usual = measure.id === characters.id ? 4 * summaryTokens : summaryTokens
  const limit = Math.floor(Math.max(1, Math.min(usual, shareOfLimit * request.limit, shareOfReplaced * size)))
  const asked = { nodes, verbatim, measure, files: touched }
  const text = await summariser.summarise({ ...asked, limit })
  if (typeof text === 'string') return text
  const longer = Math.min(text.limit + text.overBy + Math.floor(limit / 2), size - 1)
  const again = longer > limit ? await summariser.summarise({ ...asked, limit: longer }) : text
  return typeof again === 'string' ? again : undefined
}

function carriedFiles({ files }: PreparedCompaction, room: number, measure: Measure): FilePart[] {
  const parts: FilePart[] = []
  let left = room
  let leftCharacters = filesCharacters
  for (const state of files) {
    const carried = carriedWithin(state, left, measure)
    if (!carried || characters.count(carried.text) > leftCharacters) continue
    left -= measure.count(carried.text)
    leftCharacters -= characters.count(carried.text)
    parts.push(partOf(carried))
  }
  return parts
}

/** Parts of a file count as an attachment, so that nobody takes them for the whole. */
function partOf({ path, text, whole }: CarriedFile): FilePart {
  return { kind: 'file', path, way: whole ? 'read' : 'attachment', text }
}
