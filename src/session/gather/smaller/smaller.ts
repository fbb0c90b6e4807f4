import type { Candidate } from '../../../core/candidate.ts'
import type { Json } from '../../../core/content/json.ts'
import type { Measure } from '../../../core/content/measure.ts'
import type { FileBook } from '../../../core/files/file-book.ts'
import { momentFor, optimise } from '../../../core/plan.ts'
import type { PlanInput } from '../../../core/plan-input.ts'
import { allot } from '../../../core/policies/allot.ts'
import { pressingSize } from '../../../core/policies/bundle-room.ts'
import type { Draft } from '../../../core/policies/draft.ts'
import { isRelieved } from '../../../core/policies/fit/low-water.ts'
import { isInput, newestUnits } from '../../../core/policies/path.ts'
import type { Store } from '../../../stores/store.ts'
import { bookIn } from '../documents.ts'
import { questionId } from '../reading.ts'
import { type Standing, standingFiles } from '../standing.ts'
import { bookWith, offerFiles, shownByStanding } from './files.ts'
import { withOutputForms } from './output-forms.ts'
import { type RepeatRequest, withRepeatForms } from './repeat-forms.ts'
import { readWindow, type WindowNode } from './window.ts'

/** Where smaller forms are looked for. */
export interface SmallerRequest {
  readonly store: Store
  readonly measure: Measure
  readonly standing: Standing | undefined
  /** What a message costs besides its content. */
  readonly perMessage: number
  /** Among so many of the newest uses of files, a file is in work. */
  readonly filesInWork: number
}

/**
 * The input with what planning may choose from when what is sent can change: repeats as notices, outputs as excerpts, and at a
 * cut the files in work. At other times it stays as it is, and only what is new is read.
 */
export async function withSmaller(request: SmallerRequest, given: PlanInput): Promise<PlanInput> {
  const { store, standing } = request
  const before = await readBook(store, standing)
  const files = standing ? standingFiles(standing) : []
  const input = { ...given, candidates: withFiles(given.candidates, files) }
  const fresh = await readWindow(store, newCandidates(input.candidates, before).filter(isNode))
  const book = bookWith(before, fresh.map(asBookNode))
  const booked = { ...input, book: await store.putDocument(book as unknown as Json) }
  const moment = momentFor(booked)
  if (moment === 'none' || (moment === 'repeats' && !usesAgain(before, book))) return { ...booked, moment: 'none' }
  const window = await readWindow(store, input.candidates, fresh)
  return await offered(request, { ...booked, moment }, { book, files, window })
}

interface Known {
  readonly book: FileBook
  readonly files: readonly Candidate[]
  readonly window: readonly WindowNode[]
}

async function offered(request: SmallerRequest, input: PlanInput, { book, files, window }: Known): Promise<PlanInput> {
  const { store, perMessage, measure } = request
  const draft = optimise(input)
  if (draft.kind === 'refusal') return input
  const firm = new Set(newestUnits(draft).flatMap(({ members }) => members.map(({ candidate }) => candidate.id)))
  const shown: RepeatRequest = {
    nameOf: namesOf(window),
    firm,
    before: await shownByStanding(store, files),
    newer: [],
  }
  const isLong = !input.previous && input.candidates.some(({ stretch, bar }) => stretch && bar === undefined)
  const smaller = isLong ? input : await withForms(request, input, window, shown)
  const made = optimise(smaller)
  if (made.kind === 'refusal' || made.moment !== 'pressure' || !isCut(made)) return { ...smaller, cut: false }

  const room = roomForFiles(made)
  const work = { uses: request.filesInWork, said: saidLast(window) }
  const known = new Map(window.map(({ candidate, parts }) => [candidate.id, parts]))
  const offer = await offerFiles(store, measure, { book, room, standing: files, perMessage, known, work })
  const others = input.candidates.filter(({ section }) => section !== 'files')
  const carrying = { ...input, cut: true, candidates: withFiles(others, offer.candidates) }
  const again = await readWindow(store, carrying.candidates, window)
  return await withForms(request, carrying, again, { ...shown, before: [], newer: offer.shown })
}

async function withForms(
  { store, measure }: SmallerRequest,
  input: PlanInput,
  window: readonly WindowNode[],
  shown: RepeatRequest,
): Promise<PlanInput> {
  const repeats = await withRepeatForms(store, measure, input.candidates, window, shown)
  return { ...input, candidates: await withOutputForms(store, measure, repeats, window) }
}

/** Files in work stand before the history, so that what comes behind them is known. */
function withFiles(candidates: readonly Candidate[], files: readonly Candidate[]): readonly Candidate[] {
  const at = candidates.findIndex(({ section }) => section === 'history' || section === 'input')
  return at === -1 ? [...candidates, ...files] : [...candidates.slice(0, at), ...files, ...candidates.slice(at)]
}

async function readBook(store: Store, standing: Standing | undefined): Promise<FileBook | undefined> {
  return standing?.book === undefined ? undefined : await bookIn(store, standing.book)
}

/** What stands behind the last node that the book has seen; everything where there is no book. */
function newCandidates(candidates: readonly Candidate[], book: FileBook | undefined): readonly Candidate[] {
  return candidates.slice(candidates.findLastIndex(({ id }) => id === book?.upTo) + 1)
}

/** A question that has not been said is no node yet. */
function isNode({ id }: Candidate): boolean {
  return id !== questionId
}

function asBookNode({ candidate, parts }: WindowNode): { id: string; parts: WindowNode['parts'] } {
  return { id: candidate.id, parts }
}

/** Whether a file was used now that had been used before. */
function usesAgain(before: FileBook | undefined, now: FileBook): boolean {
  const known = new Set(before?.files.map(({ key }) => key))
  return now.files.some(({ key, uses }) => known.has(key) && (uses.at(-1)?.at ?? 0) >= (before?.count ?? 0))
}

/** A file in work stands above the history, under no name of its own. */
function namesOf(window: readonly WindowNode[]): (id: string) => string {
  const names = new Map(window.map(({ candidate: { id, name } }) => [id, name ?? id]))
  return (id) => names.get(id) ?? 'the newest state above'
}

/** What the person said last. */
function saidLast(window: readonly WindowNode[]): string {
  const newest = window.find(({ candidate }) => isInput(candidate))
  return (newest?.parts ?? []).map((part) => (part.kind === 'text' ? part.text : '')).join('\n')
}

function isCut(draft: Draft): boolean {
  return draft.input.previous ? !isRelieved(draft) : pressingSize(draft) > draft.limit
}

function roomForFiles(draft: Draft): number {
  const held = allot.apply(draft)
  if (held.kind === 'refusal') return 0
  return Math.floor((draft.input.settings.shares.files ?? 0) * (held.limit - held.fixed))
}
