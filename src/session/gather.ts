import { limitOf } from '../core/budget.ts'
import { type Bar, type Candidate, fullSize } from '../core/candidate.ts'
import { type Digest, digestJson } from '../core/content/digest.ts'
import { equalCap, shortenableSizes, shortenParts } from '../core/content/excerpt.ts'
import type { Measure } from '../core/content/measure.ts'
import type { Part } from '../core/content/part.ts'
import { sizeOfParts } from '../core/content/size.ts'
import type { Form } from '../core/form.ts'
import type { PlanInput } from '../core/plan-input.ts'
import { largestOmission, markerText } from '../core/render/marker.ts'
import { fillerText } from '../core/render/pairs.ts'
import { systemCandidates } from '../core/system.ts'
import type { Contents, Store } from '../stores/store.ts'
import { gatherHistory } from './gather-history.ts'
import type { Recipe } from './recipe.ts'

/** Everything planning looks at, gathered from the store by a recipe alone. The same recipe gathers the same for ever. */
export async function gather(store: Store, measure: Measure, recipe: Recipe): Promise<PlanInput> {
  const contents = await store.contents(fixedContents(recipe))
  const limit = limitOf(recipe.budget)
  const history =
    recipe.head === null ? [] : await gatherHistory(store, measure, historyRequest(recipe, recipe.head, limit, measure))
  const path =
    recipe.question === null
      ? history
      : [...history.map(asHistory), questionOf(recipe.question, contents, measure, recipe)]
  const fixed = [...toolsOf(recipe, contents, measure), ...systemOf(recipe, contents, measure)]
  return {
    budget: recipe.budget,
    candidates: [...fixed, ...(await withExcerpts(store, measure, path, limit - sizeOf(fixed)))],
    settings: {
      historyStrategy: recipe.historyStrategy,
      minimumRecentNodes: recipe.minimumRecentNodes,
      markerSize: measure.count(markerText(largestOmission)) + recipe.perMessage,
      shares: recipe.shares,
    },
    measure: measure.id,
    source: digestJson(recipe),
  }
}

function historyRequest(
  recipe: Recipe,
  head: string,
  limit: number,
  measure: Measure,
): Parameters<typeof gatherHistory>[2] {
  return {
    head,
    limit,
    perNode: recipe.perMessage,
    strategy: recipe.historyStrategy,
    minimumRecentNodes: recipe.minimumRecentNodes,
    markRevision: recipe.markRevision,
    fillerSize: measure.count(fillerText) + recipe.perMessage,
  }
}

function fixedContents(recipe: Recipe): Digest[] {
  const fixed = [...recipe.tools, ...recipe.system].map(({ content }) => content)
  return recipe.question === null ? fixed : [...fixed, recipe.question]
}

function toolsOf(recipe: Recipe, contents: ReadonlyMap<Digest, readonly Part[]>, measure: Measure): Candidate[] {
  return recipe.tools.map(({ id, content }) => ({
    id,
    section: 'tools',
    forms: [{ kind: 'full', size: sizeOfParts(contents.get(content) ?? [], measure), content }],
  }))
}

function systemOf(recipe: Recipe, contents: ReadonlyMap<Digest, readonly Part[]>, measure: Measure): Candidate[] {
  const bar: { bar?: Bar } = recipe.systemOn ? {} : { bar: 'system-off' }
  const texts = recipe.system.map(({ id, content }) => ({
    id,
    content,
    text: plainText(contents.get(content) ?? []),
    ...bar,
  }))
  return systemCandidates(texts, measure)
}

function plainText(parts: readonly Part[]): string {
  return parts.map((part) => (part.kind === 'text' ? part.text : '')).join('')
}

function questionOf(
  question: Digest,
  contents: ReadonlyMap<Digest, readonly Part[]>,
  measure: Measure,
  recipe: Recipe,
): Candidate {
  const size = sizeOfParts(contents.get(question) ?? [], measure) + recipe.perMessage
  return {
    id: 'question',
    section: 'input',
    author: 'human',
    newestInput: true,
    forms: [{ kind: 'full', size, content: question }],
  }
}

/** A newest input that has been followed by a question is history like the rest. */
function asHistory({ newestInput: _, ...candidate }: Candidate): Candidate {
  return candidate.section === 'input' ? { ...candidate, section: 'history' } : candidate
}

/**
 * Where the newest input and the last atom are over what is left, what tools and files brought into them also gets an
 * excerpt: none is given more than an equal share unless others need less.
 */
async function withExcerpts(
  store: Contents,
  measure: Measure,
  path: readonly Candidate[],
  room: number,
): Promise<readonly Candidate[]> {
  const last = path.findLast(({ bar }) => bar === undefined)
  const isNewest = ({ newestInput, atom, bar, id }: Candidate): boolean =>
    bar === undefined && (id === last?.id || newestInput === true || (atom !== undefined && atom === last?.atom))
  const newest = path.filter(isNewest)
  if (sizeOf(newest) <= room) return path

  const contents = await store.contents(newest.map(({ forms }) => forms[0].content ?? ''))
  const partsOf = ({ forms }: Candidate): readonly Part[] => contents.get(forms[0].content ?? '') ?? []
  const sizes = newest.flatMap((candidate) => shortenableSizes(partsOf(candidate), measure))
  const firm = sizeOf(newest) - sizes.reduce((sum, size) => sum + size, 0)
  const cap = equalCap(sizes, room - firm)
  const shortened = new Map<Candidate, Candidate>()
  for (const candidate of newest)
    shortened.set(candidate, await withExcerpt(store, measure, candidate, partsOf(candidate), cap))
  return path.map((candidate) => shortened.get(candidate) ?? candidate)
}

async function withExcerpt(
  store: Contents,
  measure: Measure,
  candidate: Candidate,
  parts: readonly Part[],
  cap: number,
): Promise<Candidate> {
  const shorter = shortenParts(parts, cap, measure)
  const saved = sizeOfParts(parts, measure) - sizeOfParts(shorter, measure)
  if (saved <= 0) return candidate
  const excerpt: Form = { kind: 'excerpt', size: fullSize(candidate) - saved, content: await store.putContent(shorter) }
  return { ...candidate, forms: [...candidate.forms, excerpt] }
}

function sizeOf(candidates: readonly Candidate[]): number {
  return candidates.reduce((sum, candidate) => sum + fullSize(candidate), 0)
}
