import { limitOf } from '../../core/budget.ts'
import type { Candidate } from '../../core/candidate.ts'
import { equalCap, headAndTail, shortenableSizes, shortenParts } from '../../core/content/excerpt.ts'
import type { Measure } from '../../core/content/measure.ts'
import type { Part } from '../../core/content/part.ts'
import { sizeOfParts } from '../../core/content/size.ts'
import type { Form } from '../../core/form.ts'
import type { PlanInput } from '../../core/plan-input.ts'
import { type Draft, startDraft, undecided } from '../../core/policies/draft.ts'
import { exclude } from '../../core/policies/exclude.ts'
import { firstPair, firstPairRoom } from '../../core/policies/fit/first-pair.ts'
import { momentSettings } from '../../core/policies/moment.ts'
import { newestUnits, unitsOf } from '../../core/policies/path.ts'
import { plainForm } from '../../core/policies/repeat.ts'
import type { Contents } from '../../stores/store.ts'

/** What cannot be shortened in the first pair leaves at least this share of its room to what can. */
const leastShare = 1 / 2
/** Files and results go first, but they keep at least this share of what can be shortened. */
const leastShareOfFiles = 1 / 8

/** A candidate of the first pair as it would be sent, and its parts. */
interface Opened {
  readonly index: number
  readonly candidate: Candidate
  readonly form: Form
  readonly parts: readonly Part[]
}

/** What texts and what files and results may take, each. */
interface Caps {
  readonly texts: number
  readonly files: number
}

/**
 * For `keepFirstPair`: where something may have to go and the first pair takes more than a quarter of the limit, its
 * candidates also get an excerpt, so that it does not. What files and tools brought is shortened first, then what was
 * said; head and tail stay. The newest input and the last atom are left alone. Else the input as it is.
 */
export async function withFirstPairExcerpts(store: Contents, measure: Measure, input: PlanInput): Promise<PlanInput> {
  if (input.settings.historyStrategy !== 'keepFirstPair') return input
  const limit = limitOf(input.budget)
  const draft = exclude.apply(startDraft(input, limit))
  if (draft.kind === 'refusal' || !mayCut(draft)) return input
  const opened = await openFirstPair(store, draft)
  const room = firstPairRoom(limit)
  const size = opened.reduce((sum, { form }) => sum + form.size, 0)
  if (size <= room) return input

  const caps = capsFor(opened, size, room, measure)
  const candidates = [...input.candidates]
  for (const each of opened) candidates[each.index] = await withExcerpt(store, measure, each, caps)
  return { ...input, candidates }
}

/** Whether something was cut, or the whole is above the threshold. */
function mayCut(draft: Draft): boolean {
  const open = undecided(draft, () => true)
  const size = open.reduce((sum, placed) => sum + plainForm(placed).size, 0)
  const isCut = open.some(({ candidate }) => candidate.stretch?.cut)
  return isCut || size > momentSettings(draft.input.settings).pressure * draft.limit
}

async function openFirstPair(store: Contents, draft: Draft): Promise<Opened[]> {
  const newest = new Set(newestUnits(draft).flatMap(({ members }) => members.map(({ index }) => index)))
  const members = firstPair(unitsOf(draft), draft.limit).flatMap((unit) => unit.members)
  const open = members
    .filter(({ index }) => !newest.has(index))
    .map(({ index, candidate }) => ({ index, candidate, form: plainForm({ candidate }) }))
  const contents = await store.contents(open.flatMap(({ form }) => form.content ?? []))
  return open.map((each) => ({ ...each, parts: contents.get(each.form.content ?? '') ?? [] }))
}

function capsFor(opened: readonly Opened[], size: number, room: number, measure: Measure): Caps {
  const texts = opened.flatMap(({ parts }) => textSizes(parts, measure))
  const files = opened.flatMap(({ parts }) => shortenableSizes(parts, measure))
  const firm = size - sumOf(texts) - sumOf(files)
  const free = Math.max(room - firm, Math.floor(leastShare * room))
  const forTexts = free - Math.min(sumOf(files), Math.floor(leastShareOfFiles * free))
  const cap = equalCap(texts, forTexts)
  const taken = sumOf(texts.map((each) => Math.min(each, cap)))
  return { texts: cap, files: equalCap(files, free - taken) }
}

async function withExcerpt(
  store: Contents,
  measure: Measure,
  { candidate, form, parts }: Opened,
  caps: Caps,
): Promise<Candidate> {
  const shorter = shortenTexts(shortenParts(parts, caps.files, measure), caps.texts, measure)
  const saved = sizeOfParts(parts, measure) - sizeOfParts(shorter, measure)
  if (saved <= 0) return candidate
  const excerpt: Form = { kind: 'excerpt', size: form.size - saved, content: await store.putContent(shorter) }
  return { ...candidate, forms: [...candidate.forms, excerpt] }
}

/** Texts that a provider said nothing about: only they may be changed. */
function isPlainText(part: Part): part is Part & { readonly kind: 'text' } {
  return part.kind === 'text' && part.provider === undefined
}

function textSizes(parts: readonly Part[], measure: Measure): number[] {
  return parts.filter(isPlainText).map(({ text }) => measure.count(text))
}

function shortenTexts(parts: readonly Part[], cap: number, measure: Measure): Part[] {
  return parts.map((part) => (isPlainText(part) ? { ...part, text: headAndTail(part.text, cap, measure) } : part))
}

function sumOf(sizes: readonly number[]): number {
  return sizes.reduce((sum, size) => sum + size, 0)
}
