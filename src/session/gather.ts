import { limitOf } from '../core/budget.ts'
import type { Bar, Candidate } from '../core/candidate.ts'
import { type Digest, digestJson } from '../core/content/digest.ts'
import type { Measure } from '../core/content/measure.ts'
import { isEmpty, type Part } from '../core/content/part.ts'
import { sizeOfParts } from '../core/content/size.ts'
import type { PlanInput } from '../core/plan-input.ts'
import { largestOmission, markerText } from '../core/render/marker.ts'
import { fillerText } from '../core/render/pairs.ts'
import { systemCandidates } from '../core/system.ts'
import type { Store } from '../stores/store.ts'
import { withExcerpts } from './excerpts.ts'
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
  return await withExcerpts(store, measure, {
    budget: recipe.budget,
    candidates: [...fixed, ...path],
    settings: {
      historyStrategy: recipe.historyStrategy,
      minimumRecentNodes: recipe.minimumRecentNodes,
      markerSize: measure.count(markerText(largestOmission)) + recipe.perMessage,
      shares: recipe.shares,
    },
    measure: measure.id,
    source: digestJson(recipe),
  })
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
    blanksCount: recipe.mode === 'buffer',
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
  return systemCandidates(texts, measure, recipe.perMessage)
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
  const parts = contents.get(question) ?? []
  return {
    id: 'question',
    section: 'input',
    author: 'human',
    newestInput: true,
    forms: [{ kind: 'full', size: sizeOfParts(parts, measure) + recipe.perMessage, content: question }],
    ...(isEmpty(parts) ? { bar: 'empty' } : {}),
  }
}

/** A newest input that has been followed by a question is history like the rest. */
function asHistory({ newestInput: _, ...candidate }: Candidate): Candidate {
  return candidate.section === 'input' ? { ...candidate, section: 'history' } : candidate
}
