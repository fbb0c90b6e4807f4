import { limitOf } from '../../core/budget.ts'
import type { Bar, Candidate } from '../../core/candidate.ts'
import { type Digest, digestJson } from '../../core/content/digest.ts'
import type { Measure } from '../../core/content/measure.ts'
import { isEmpty, type Part } from '../../core/content/part.ts'
import { sizeOfParts } from '../../core/content/size.ts'
import type { PlanInput } from '../../core/plan-input.ts'
import { largestOmission, markerText } from '../../core/render/marker.ts'
import { fillerText } from '../../core/render/pairs.ts'
import { systemCandidates } from '../../core/system.ts'
import type { Route } from '../../history/route.ts'
import { readHeaders, withHeaders } from '../../loom/aware/headers.ts'
import { pinCandidates } from '../../loom/aware/pins.ts'
import type { Store } from '../../stores/store.ts'
import { bundleCandidates } from '../bundles/attached.ts'
import type { Recipe } from '../recipe.ts'
import { crowdsOut } from './compacted/crowded.ts'
import { standingBeside, summariesInUse } from './compacted/in-use.ts'
import type { Summarised } from './compacted/summaries.ts'
import { readEdits, withEdits } from './edits.ts'
import { withExcerpts } from './excerpts.ts'
import { withFirstPairExcerpts } from './first-pair-excerpts.ts'
import { gatherHistory } from './gather-history.ts'
import { type HistoryRequest, questionId } from './reading.ts'
import { withSmaller } from './smaller/smaller.ts'
import { asMarked, asSent, type Measures, readStanding, type Standing } from './standing.ts'

/**
 * Everything planning looks at, gathered from the store by a recipe alone. The same recipe gathers the same for ever. `measureBefore` is that
 * of the previous plan.
 */
export async function gather(
  store: Store,
  measure: Measure,
  recipe: Recipe,
  measureBefore: Measure = measure,
): Promise<PlanInput> {
  const { route } = recipe
  const summaries =
    route === null ? [] : await summariesInUse(store, measure, recipe, historyRequest(recipe, route, measure))
  const measures = { now: measure, before: measureBefore }
  const input = await gatherBeside(store, measures, recipe, summaries)
  const fits = summaries.length === 0 || !(await crowdsOut(store, measure, input))
  return fits ? input : await gatherBeside(store, measures, recipe, [])
}

/** The same with what summaries stand for left out, and the summaries. */
async function gatherBeside(
  store: Store,
  { now: measure, before: measureBefore }: Measures,
  recipe: Recipe,
  summaries: readonly Summarised[],
): Promise<PlanInput> {
  const contents = await store.contents(fixedContents(recipe))
  const { route } = recipe
  const before = await readStanding(store, recipe, { now: measure, before: measureBefore })
  const standing = route === null ? before : await standingBeside(store, route, before, summaries)
  const request = route === null ? null : historyRequest(recipe, route, measure)
  const compacted = summaries.map((each) => each.compacted)
  const history =
    request === null ? [] : await gatherHistory(store, measure, { ...request, cuts: standing?.cuts ?? null, compacted })
  const { headed, pins } = await gatherLoom(store, measure, recipe, history)
  const told = await changed(store, measure, recipe, headed, standing)
  const path =
    recipe.question === null ? told : [...told.map(asHistory), questionOf(recipe.question, contents, measure, recipe)]
  const fixed = [...toolsOf(recipe, contents, measure), ...(await systemOf(store, recipe, contents, measure))]
  const { historyStrategy, minimumRecentNodes, keep, shares, pressure, lowWater, repeats, perMessage } = recipe
  const bundles = await bundleCandidates(store, measure, recipe.bundles ?? [], perMessage)
  const markerSize = measure.count(markerText(largestOmission)) + perMessage
  const input: PlanInput = {
    budget: recipe.budget,
    candidates: [...fixed, ...pins, ...bundles, ...summaries.map(({ candidate }) => candidate), ...path],
    settings: { historyStrategy, minimumRecentNodes, keep, markerSize, shares, pressure, lowWater, repeats },
    measure: measure.id,
    source: digestJson(recipe),
    ...(standing ? { previous: standing.predecessor } : {}),
  }
  const offered =
    recipe.mode === 'buffer'
      ? input
      : await withSmaller({ store, measure, standing, perMessage, filesInWork: recipe.filesInWork }, input)
  const stands = standing !== undefined && offered.moment !== 'pressure'
  const pair = stands ? offered : await withFirstPairExcerpts(store, measure, offered)
  return await withExcerpts(store, measure, pair)
}

/** The history as edits in force change it, and as the previous plan sent it. */
async function changed(
  store: Store,
  measure: Measure,
  { edits: digest, previous }: Recipe,
  history: readonly Candidate[],
  standing: Standing | undefined,
): Promise<readonly Candidate[]> {
  const edits = await readEdits(store, digest)
  const edited = await withEdits(store, measure, history, edits)
  if (!standing) return edited
  const before = previous?.edits === digest ? undefined : await readEdits(store, previous?.edits ?? null)
  const sent = asSent(edited, standing, (id) => before !== undefined && (before.has(id) || edits.has(id)))
  return asMarked(sent, standing)
}

/** What an agent that is told of the tree gets besides: headers above the nodes, and what stands next to the input. */
async function gatherLoom(
  store: Store,
  measure: Measure,
  { loom, perMessage }: Recipe,
  history: readonly Candidate[],
): Promise<{ readonly headed: readonly Candidate[]; readonly pins: readonly Candidate[] }> {
  if (loom === undefined) return { headed: history, pins: [] }
  return {
    headed: await withHeaders(store, measure, history, await readHeaders(store, loom.headers)),
    pins: await pinCandidates(store, measure, loom.pins, perMessage),
  }
}

function historyRequest(recipe: Recipe, route: Route, measure: Measure): HistoryRequest {
  return {
    route,
    limit: limitOf(recipe.budget),
    cuts: null,
    perNode: recipe.perMessage,
    strategy: recipe.historyStrategy,
    minimumRecentNodes: recipe.minimumRecentNodes,
    revision: recipe.revision,
    fillerSize: measure.count(fillerText) + recipe.perMessage,
    annotations: recipe.annotations,
    blanksCount: recipe.mode === 'buffer',
  }
}

function fixedContents(recipe: Recipe): Digest[] {
  const fixed = [...recipe.tools, ...recipe.system, ...recipe.instructions].map(({ content }) => content)
  return recipe.question === null ? fixed : [...fixed, recipe.question]
}

function toolsOf(recipe: Recipe, contents: ReadonlyMap<Digest, readonly Part[]>, measure: Measure): Candidate[] {
  return recipe.tools.map(({ id, content }) => ({
    id,
    section: 'tools',
    forms: [{ kind: 'full', size: sizeOfParts(contents.get(content) ?? [], measure), content }],
  }))
}

async function systemOf(
  store: Store,
  recipe: Recipe,
  contents: ReadonlyMap<Digest, readonly Part[]>,
  measure: Measure,
): Promise<Candidate[]> {
  const { system, instructions, systemOn, revision } = recipe
  const barred = await store.barred(
    instructions.map(({ id }) => id),
    revision,
  )
  const texts = [...system, ...instructions].map(({ id, content }) => {
    const bar: Bar | undefined = barred.get(id) ?? (systemOn ? undefined : 'system-off')
    const text = plainText(contents.get(content) ?? [])
    return bar === undefined ? { id, content, text } : { id, content, text, bar }
  })
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
    id: questionId,
    section: 'input',
    author: 'human',
    newestInput: true,
    forms: [{ kind: 'full', size: sizeOfParts(parts, measure) + recipe.perMessage, content: question }],
    ...(isEmpty(parts) && recipe.mode !== 'buffer' ? { bar: 'empty' } : {}),
  }
}

/** A newest input that has been followed by a question is history like the rest. */
function asHistory({ newestInput: _, ...candidate }: Candidate): Candidate {
  return candidate.section === 'input' ? { ...candidate, section: 'history' } : candidate
}
